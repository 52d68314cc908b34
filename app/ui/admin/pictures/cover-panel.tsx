import { Form, useNavigation } from "react-router";
import { IMAGE_HINT } from "~/domain/kit/images/images";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { Cover } from "~/ui/store/cover";
import { SidePanel } from "~/ui/kit/dialog";
import { FurtherPicturesPart, type FurtherPicturesProps } from "./further-pictures-part";
import { ImageField } from "./image-field";

/**
 * 'Manage Cover Page' (docs/specification.md §2.17): the cover dialog of the list of books, with the book's further
 * pictures. Posts to the page's own URL, always as multipart: intent=upload-cover with file1, or intent=reset-cover.
 * @param errors the server's messages about the uploaded file
 */
export function CoverPanel({
  book,
  closeTo,
  errors,
  refusedPicture,
}: {
  book: { id: number; title: string; cover: string | null } & Pick<FurtherPicturesProps, "pictures">;
  closeTo: string;
  errors?: string[];
  refusedPicture: FurtherPicturesProps["refused"];
}) {
  const { formData, state } = useNavigation();
  const busy = state === "idle" ? null : formData?.get("intent");
  const form = { method: "post", encType: "multipart/form-data", preventScrollReset: true } as const;
  return (
    <SidePanel title="Manage Cover Page" closeTo={closeTo} saved={JSON.stringify(book.pictures)}>
      <div className="grid gap-6">
        <section aria-labelledby="current-cover" className="grid grid-cols-[8rem_1fr] items-end gap-5">
          <div className="book-cover relative">
            <Cover cover={book.cover} title={book.title} width={160} sizes="8rem" priority />
          </div>
          <div className="grid justify-items-start gap-3">
            <h3 id="current-cover" className="text-xl">
              {book.title}
            </h3>
            <p className="text-muted text-sm">
              {book.cover === null ? "This book has the default cover." : "The current cover."}
            </p>
            {book.cover === null ? null : (
              <Form {...form}>
                <Button name="intent" value="reset-cover" variant="danger" size="sm" isBusy={busy !== null}>
                  Delete Image
                </Button>
              </Form>
            )}
          </div>
        </section>
        <Form {...form} className="border-line grid gap-6 border-t pt-6">
          <input type="hidden" name="intent" value="upload-cover" />
          <ImageField
            label="New cover"
            name="file1"
            hint={`${IMAGE_HINT}. Best upright, two to three, at least 640 pixels wide.`}
            errors={errors}
            autoFocus={!refusedPicture}
            previewClassName="bg-sunken border-line aspect-2/3 w-32 rounded-sm border object-contain"
          />
          <FormButtons closeTo={closeTo}>
            <Button isBusy={busy !== null} data-own-label>
              {busy === "upload-cover" ? "Uploading …" : "Upload Image"}
            </Button>
          </FormButtons>
        </Form>
        <FurtherPicturesPart title={book.title} pictures={book.pictures} refused={refusedPicture} />
      </div>
    </SidePanel>
  );
}
