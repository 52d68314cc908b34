import { iconFile } from "~/domain/images/icons";

/** The icons of tabs and home screens. @param icon the shop's own, below /coverpages/ */
export function IconLinks({ icon }: { icon: string | undefined }) {
  return icon ? (
    <>
      <link rel="icon" href={`/coverpages/${iconFile(icon, 32)}`} type="image/png" sizes="32x32" />
      <link rel="icon" href={`/coverpages/${iconFile(icon, 192)}`} type="image/png" sizes="192x192" />
      <link rel="apple-touch-icon" href={`/coverpages/${iconFile(icon, 180)}`} />
    </>
  ) : (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
    </>
  );
}
