"""Files to events and back: bytes in, an event and problems out; a reader never raises on content."""
