import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { BookPicture } from "~/domain/catalogue/books/pictures/further-pictures";
import { pictureSource } from "~/domain/shop/pictures/pictures";
import { Icon } from "~/ui/kit/icons";
import styles from "~/styles/picture-viewer.css?url";

export interface PictureViewerProps {
  pictures: BookPicture[];
  /** Of the book. */
  title: string;
  /** The picture that is shown first, counted from 0. */
  first: number;
  onClose: () => void;
}

/** A book's further pictures in a modal dialog over the page, one at a time. The arrow keys turn to the next one. */
export function PictureViewer({ pictures, title, first, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(first);
  const picture = pictures[at] ?? pictures[0]!;
  const source = pictureSource(picture.file);
  const turn = (by: number) => setAt((at + by + pictures.length) % pictures.length);

  useLayoutEffect(() => {
    const opener = document.activeElement;
    const node = dialog.current;
    node?.showModal();
    return () => {
      node?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") turn(1);
    else if (key === "ArrowLeft") turn(-1);
  };
  return (
    // The arrow keys are a short way to its buttons; a click beside the picture does what Close does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}`}
      className="picture-viewer"
      onKeyDown={press}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      onClose={onClose}
    >
      <link rel="stylesheet" href={styles} precedence="default" />
      <header>
        <p aria-live="polite">
          {pictures.length > 1 ? `${at + 1} of ${pictures.length}` : null}
          <span dir="auto">{picture.alt}</span>
        </p>
        <button type="button" aria-label="Close" className="btn btn-plain" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {source ? (
        <img
          key={picture.id}
          src={source.src}
          srcSet={source.srcSet || undefined}
          sizes="100vw"
          width={source.width}
          height={source.height}
          alt={picture.alt}
        />
      ) : null}
      {pictures.length > 1 ? (
        <footer>
          <button
            type="button"
            aria-label="Previous picture"
            className="btn btn-plain"
            onClick={() => turn(-1)}
          >
            <Icon name="chevron" className="size-6" />
          </button>
          <button type="button" aria-label="Next picture" className="btn btn-plain" onClick={() => turn(1)}>
            <Icon name="chevron" className="size-6" />
          </button>
        </footer>
      ) : null}
    </dialog>
  );
}
