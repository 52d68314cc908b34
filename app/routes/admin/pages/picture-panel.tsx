import { useFetcher } from "react-router";
import { pictureMarkdown } from "~/domain/shop/pictures/picture-markdown";
import type { Picture } from "~/domain/shop/pictures/pictures";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { Button } from "~/ui/kit/button";
import { useHydrated } from "~/ui/kit/hydrated";
import { NewTab } from "~/ui/kit/new-tab";
import { Picture as PictureView } from "~/ui/kit/picture";
import type { PictureAnswer } from "./picture-answer";
import { PAGE_TEXT } from "./page-form";
import { UploadFields } from "./upload-fields";

const SHOWN = 12;

/** Below a page's form: uploading a picture, and the last pictures with the text that shows each. */
export function PicturePanel({ pictures }: { pictures: Picture[] }) {
  const fetcher = useFetcher<PictureAnswer>();
  const { data: answer, state } = fetcher;
  const added = answer?.added;
  return (
    <FormGroup title="Pictures">
      {/* Without scripts the answer opens beside this page, so that nothing typed is lost. */}
      <fetcher.Form
        key={added?.id}
        method="post"
        action="/admin/pages/pictures"
        encType="multipart/form-data"
        target="_blank"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          form.set("stay", "on");
          void fetcher.submit(form, {
            method: "post",
            action: "/admin/pages/pictures",
            encType: "multipart/form-data",
          });
        }}
      >
        <UploadFields errors={answer?.errors} alt={answer?.alt} />
        <div>
          <Button name="intent" value="upload-picture" variant="quiet" isBusy={state !== "idle"}>
            Upload Picture
          </Button>
        </div>
      </fetcher.Form>
      <p role="status" className="empty:hidden">
        {added ? `Uploaded: ${added.alt}. Insert it where the cursor is in the text.` : ""}
      </p>
      {pictures.length === 0 ? null : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {pictures.slice(0, SHOWN).map((picture) => (
            <PictureEntry key={picture.id} picture={picture} />
          ))}
        </ul>
      )}
      {pictures.length > SHOWN ? (
        <p>
          <NewTab to="/admin/pages/pictures">All pictures</NewTab>
        </p>
      ) : null}
    </FormGroup>
  );
}

function PictureEntry({ picture }: { picture: Picture }) {
  const isScripted = useHydrated();
  const text = pictureMarkdown(picture);
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-3">
      <PictureView
        file={picture.file}
        alt={picture.alt}
        sizes="6rem"
        className="bg-sunken aspect-3/2 w-full rounded-sm object-cover"
      />
      <div className="grid gap-1">
        <input
          readOnly
          value={text}
          aria-label={`Text for the picture: ${picture.alt}`}
          className="input text-sm"
          onFocus={(event) => event.currentTarget.select()}
        />
        {isScripted ? (
          <button type="button" className="row-link justify-self-start text-sm" onClick={() => insert(text)}>
            Insert<span className="sr-only"> {picture.alt}</span>
          </button>
        ) : null}
      </div>
    </li>
  );
}

/** Puts the picture's text where the cursor is, on a line of its own. */
function insert(text: string) {
  const area = document.getElementById(PAGE_TEXT);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const { selectionStart: start, selectionEnd: end, value } = area;
  const before = start === 0 || value.slice(0, start).endsWith("\n\n") ? "" : "\n\n";
  const after = value.slice(end).startsWith("\n") ? "" : "\n\n";
  area.setRangeText(before + text + after, start, end, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.focus();
}
