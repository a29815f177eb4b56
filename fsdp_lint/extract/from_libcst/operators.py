"""How each operator is written, by the type of its node."""

from __future__ import annotations

import libcst as cst

BINARY: dict[type, str] = {
    cst.Add: "+",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.LeftShift: "<<",
    cst.MatrixMultiply: "@",
    cst.Modulo: "%",
    cst.Multiply: "*",
    cst.Power: "**",
    cst.RightShift: ">>",
    cst.Subtract: "-",
}

COMPARISON: dict[type, str] = {
    cst.Equal: "==",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.In: "in",
    cst.Is: "is",
    cst.IsNot: "is not",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.NotEqual: "!=",
    cst.NotIn: "not in",
}

AUGMENTED: dict[type, str] = {
    cst.AddAssign: "+",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.LeftShiftAssign: "<<",
    cst.MatrixMultiplyAssign: "@",
    cst.ModuloAssign: "%",
    cst.MultiplyAssign: "*",
    cst.PowerAssign: "**",
    cst.RightShiftAssign: ">>",
    cst.SubtractAssign: "-",
}
