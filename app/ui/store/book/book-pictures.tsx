import { type ComponentType, type MouseEvent, useState } from "react";
import type { BookPicture } from "~/domain/catalogue/books/pictures/further-pictures";
import { pictureSource, pictureThumb } from "~/domain/shop/pictures/pictures";
import styles from "~/styles/book-more.css?url";
import type { PictureViewerProps } from "./picture-viewer";

/**
 * The further pictures of a book, small, below its cover. Each is a link to the large picture; where scripts run, it opens
 * in a viewer, which is fetched when it is first wanted.
 */
export function BookPictures({ pictures, title }: { pictures: BookPicture[]; title: string }) {
  const [Viewer, setViewer] = useState<ComponentType<PictureViewerProps>>();
  const [shown, show] = useState<number | null>(null);
  if (pictures.length === 0) return null;

  const open = (event: MouseEvent<HTMLAnchorElement>, at: number) => {
    // A new tab or window was asked for.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    import("./picture-viewer").then(
      ({ PictureViewer }) => {
        setViewer(() => PictureViewer);
        show(at);
      },
      // The connection is lost, or the shop was updated meanwhile.
      () => location.assign(href),
    );
  };
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <ul aria-label={`More pictures of ${title}`} className="book-pictures">
        {pictures.map((picture, at) => (
          <li key={picture.id}>
            <a href={pictureSource(picture.file)?.src} onClick={(event) => open(event, at)}>
              <img
                src={pictureThumb(picture)}
                width={64}
                height={64}
                alt={picture.alt}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      {Viewer && shown !== null ? (
        <Viewer pictures={pictures} title={title} first={shown} onClose={() => show(null)} />
      ) : null}
    </>
  );
}
