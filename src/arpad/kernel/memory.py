"""What the processor is told beside the arithmetic: fetch this soon, take a ticket, wait until it is written.

Nothing here changes a number.  Interpreted, fetching does nothing and tickets are plain additions: there
is one thread then.
"""

from __future__ import annotations

from typing import Any

from arpad.kernel.columns import UInt8
from arpad.kernel.compiled import HAS_NUMBA, inlined
from arpad.kernel.rows import DONE, MARKS_AT, ROW

ROW_BYTES = ROW.itemsize

if HAS_NUMBA:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def _address(context: Any, builder: Any, form: Any, value: Any, place: Any) -> Any:
        array = context.make_array(form)(context, builder, value)
        return cgutils.get_item_pointer(context, builder, form, array, [place])

    @intrinsic  # type: ignore[untyped-decorator]
    def prefetch(typing_context: Any, array: Any, place: Any) -> Any:  # noqa: ARG001 numba's signature
        """Ask for an element of an array before it is needed."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.bitcast(
                _address(context, builder, signature.args[0], arguments[0], arguments[1]), ir.IntType(8).as_pointer()
            )
            number = ir.IntType(32)
            form = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
            function = cgutils.get_or_insert_function(builder.module, form, "llvm.prefetch.p0")
            builder.call(function, [pointer, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.intp), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def take(typing_context: Any, array: Any, count: Any) -> Any:  # noqa: ARG001
        """Take the next numbers from a counter that threads share; the first of them."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = _address(context, builder, signature.args[0], arguments[0], ir.IntType(64)(0))
            return builder.atomic_rmw("add", pointer, arguments[1], "seq_cst")

        return types.int64(array, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _seen(typing_context: Any, array: Any, place: Any) -> Any:  # noqa: ARG001
        """Read an element that another thread may be writing, and everything that it wrote before."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = _address(context, builder, signature.args[0], arguments[0], arguments[1])
            return builder.load_atomic(pointer, "acquire", 1)

        return types.uint8(array, types.intp), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _shown(typing_context: Any, array: Any, place: Any, value: Any) -> Any:  # noqa: ARG001
        """Write an element for other threads to see after everything that was written before."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = _address(context, builder, signature.args[0], arguments[0], arguments[1])
            builder.store_atomic(arguments[2], pointer, "release", 1)
            return context.get_dummy_value()

        return types.void(array, types.intp, types.uint8), generate

else:

    def prefetch(array: Any, place: int) -> None:
        """Nothing to fetch."""

    def take(array: Any, count: int) -> int:
        """Take the next numbers from a counter; the first of them."""
        first = int(array[0])
        array[0] += count
        return first

    def _seen(array: Any, place: int) -> int:
        return int(array[place])

    def _shown(array: Any, place: int, value: int) -> None:
        array[place] = value


@inlined
def await_row(flags: UInt8, row: int) -> None:
    """Wait until another thread has finished a row; `flags` are the bytes of the rows."""
    while (_seen(flags, row * ROW_BYTES + MARKS_AT) & DONE) == 0:
        pass


@inlined
def finish_row(flags: UInt8, row: int, value: int) -> None:
    """Write the flags of a row, which is what others wait for, after everything else of it."""
    _shown(flags, row * ROW_BYTES + MARKS_AT, value)
