import {
  type BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from "kysely";
import type { EngineNode } from "../by-engine";
import { NEVER_NULL } from "./never-null";

/**
 * Kysely's queries so that PostgreSQL answers them as SQLite does: NULLs come first in ascending order and last in
 * descending, LIKE ignores the case of Latin letters and has no escape character, IS compares values too, a list may be
 * empty.
 */
export class ShopQueryCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const { postgres } = node as Partial<EngineNode>;
    if (postgres) this.visitNode(postgres);
    else super.visitRaw(node);
  }

  protected override visitOrderByItem(node: OrderByItemNode): void {
    super.visitOrderByItem(node);
    if (node.nulls || isNeverNull(node)) return;
    this.append(isDescending(node) ? " nulls last" : " nulls first");
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined;
    if ((operator === "in" || operator === "not in") && isEmpty(node.rightOperand)) {
      this.visitNode(node.leftOperand);
      this.append(operator === "in" ? " = any('{}')" : " <> all('{}')");
      return;
    }
    const written = operator && WRITTEN[operator];
    if (!written || (COMPARING_NULL.has(operator) && isKeyword(node.rightOperand))) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(node.leftOperand);
    this.append(` ${written} `);
    this.visitNode(node.rightOperand);
    if (operator.endsWith("like")) this.append(" escape ''");
  }
}

const WRITTEN: Record<string, string> = {
  like: "ilike",
  "not like": "not ilike",
  is: "is not distinct from",
  "is not": "is distinct from",
};

const COMPARING_NULL = new Set(["is", "is not"]);

/** A list of nothing, which PostgreSQL does not take after IN. */
const isEmpty = (node: OperationNode) =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;

/** `null`, `true` and `false` as keywords, which PostgreSQL's own IS takes. */
const isKeyword = (node: BinaryOperationNode["rightOperand"]) =>
  ValueNode.is(node) && (node.value === null || typeof node.value === "boolean");

/** Of a column that is never null, the order is that of its index: an index says how it sorts NULLs. */
const isNeverNull = ({ orderBy }: OrderByItemNode) => NEVER_NULL.has(columnIn(orderBy) ?? "");

/** The column that this is, or an expression of: `lower(title)`. */
function columnIn(node: OperationNode): string | undefined {
  if (ReferenceNode.is(node)) return ColumnNode.is(node.column) ? node.column.column.name : undefined;
  if (!RawNode.is(node)) return undefined;
  const { postgres } = node as Partial<EngineNode>;
  const [only, ...others] = node.parameters;
  if (postgres) return columnIn(postgres);
  return only && others.length === 0 ? columnIn(only) : undefined;
}

const isDescending = ({ direction }: OrderByItemNode) =>
  direction !== undefined && RawNode.is(direction) && /^desc/i.test(direction.sqlFragments[0]!.trim());
