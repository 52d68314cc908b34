import type { Db } from "~/db/database.server";

/** Which of these covers a book has, or an import keeps that can be undone. @param covers names of their largest files */
export async function usedCovers(db: Db, covers: string[]): Promise<Set<string>> {
  const inBooks = await db
    .selectFrom("books")
    .select("cover")
    .distinct()
    .where("cover", "in", covers)
    .execute();
  const kept = await db
    .selectFrom("bulk_change_rows")
    .select("kept_cover as cover")
    .distinct()
    .where("kept_cover", "in", covers)
    .execute();
  return new Set([...inBooks, ...kept].map(({ cover }) => cover!));
}
