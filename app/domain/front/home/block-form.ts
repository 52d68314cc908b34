import { type BlockContents, type BlockKind, declarationOf } from "./block-kinds";

/** A book in the order chosen for a block. */
export interface PickedBook {
  id: number;
  title: string;
}

/** A block's content as the texts of its form. Chosen books have fields of their own. */
export function formValues(kind: BlockKind, content: BlockContents[BlockKind]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(declarationOf(kind).fields)) {
    const value = (content as Record<string, unknown>)[name];
    if (value === false || Array.isArray(value)) continue;
    values[name] = value === true ? "on" : value === null ? "" : String(value);
  }
  return values;
}
