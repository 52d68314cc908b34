import { PREVIEW } from "./draft-state";

/** The draft beside the editor, where there is room. Each change of the draft is a new address, so it loads again. */
export function PreviewPane({ version }: { version: number }) {
  return (
    <iframe
      title="Preview of the home page"
      // As a visitor's page without scripts: it is only looked at.
      sandbox="allow-same-origin"
      src={`${PREVIEW}?within=editor&version=${version}`}
      loading="lazy"
      className="border-line sticky top-4 hidden h-[calc(100dvh-2rem)] w-full rounded-md border xl:block"
    />
  );
}
