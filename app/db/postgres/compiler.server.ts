import {
  type BinaryOperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  type RawNode,
  RawNode as Raw,
  ReferenceNode,
  ValueNode,
} from "kysely";
import type { EngineNode } from "../by-engine";

/**
 * Kysely's queries so that PostgreSQL answers them as SQLite does: NULLs come first in ascending order and last in
 * descending, LIKE ignores the case of Latin letters and has no escape character, IS compares values too.
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

/** `null`, `true` and `false` as keywords, which PostgreSQL's own IS takes. */
const isKeyword = (node: BinaryOperationNode["rightOperand"]) =>
  ValueNode.is(node) && (node.value === null || typeof node.value === "boolean");

/** Without a word about NULLs the order is that of the primary key's index. */
function isNeverNull({ orderBy }: OrderByItemNode): boolean {
  return (
    ReferenceNode.is(orderBy) &&
    orderBy.column.kind === "ColumnNode" &&
    NEVER_NULL.has(orderBy.column.column.name)
  );
}

const NEVER_NULL = new Set(["id", "rowid"]);

const isDescending = ({ direction }: OrderByItemNode) =>
  direction !== undefined && Raw.is(direction) && /^desc/i.test(direction.sqlFragments[0]!.trim());
