import { type Look, previewSheetPath } from "~/domain/shop/look/look";

/** A part of a page in both themes, with this accent and face. Its colours come with their own sheet. */
export function LookPreview({ look, shopName }: { look: Look; shopName: string }) {
  return (
    <>
      <link rel="stylesheet" href={previewSheetPath(look.accent)} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {(["light", "dark"] as const).map((theme) => (
          <figure key={theme} className="grid min-w-0 content-start gap-1">
            <div className={`look-preview is-${theme} face-${look.face}`} inert>
              <Sample shopName={shopName} />
            </div>
            <figcaption className="text-muted text-sm">
              {theme === "light" ? "Light theme" : "Dark theme"}
            </figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

function Sample({ shopName }: { shopName: string }) {
  return (
    <>
      <p className="look-face text-lg" dir="auto">
        {shopName}
      </p>
      <p className="look-face text-2xl leading-tight">The Quiet Hours of Rāmāyaṇa Lane</p>
      <p>
        A novel in letters, by <span className="link">Meera Iyer</span>.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <span className="btn btn-primary">Add to cart</span>
        <span className="btn btn-quiet look-focused">Chosen</span>
        <span className="look-badge">3</span>
      </div>
    </>
  );
}
