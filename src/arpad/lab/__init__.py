"""Questions that need numpy and scipy (`pip install 'arpad[lab]'`): fits, tests of fit, maximum likelihood."""
