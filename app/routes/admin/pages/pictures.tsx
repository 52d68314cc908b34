import { Form, data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { config } from "~/process/config.server";
import { formatDate } from "~/domain/kit/dates";
import { imageRefusal } from "~/domain/kit/images/images";
import { parseId } from "~/domain/kit/ids";
import { parseConfirm } from "~/domain/kit/listing/listing";
import { countOpenMessages } from "~/domain/front/pages/staff-messages.server";
import { pictureMarkdown } from "~/domain/shop/pictures/picture-markdown";
import { type Picture, PICTURE_NOT_FOUND } from "~/domain/shop/pictures/pictures";
import { altSchema } from "~/domain/shop/pictures/pictures.schema";
import {
  addPicture,
  countPictureUses,
  deletePicture,
  findPicture,
  listPictures,
} from "~/domain/shop/pictures/pictures.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { isUpload, readForm, readUpload, textField } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { PagesNav } from "~/ui/admin/frame/pages-nav";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { Picture as PictureView } from "~/ui/kit/picture";
import { useIsSending } from "~/ui/kit/use-is-sending";
import type { Route } from "./+types/pictures";
import type { PictureAnswer } from "./picture-answer";
import { UploadFields } from "./upload-fields";

const HERE = "/admin/pages/pictures";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Pictures") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const confirm = parseConfirm(url.searchParams, ["delete"]);
  const asked = confirm && (await findPicture(readDb, confirm.id));
  if (confirm && !asked) throw data(PICTURE_NOT_FOUND, { status: 404 });
  const uses = await countPictureUses(readDb);
  const pictures = await listPictures(readDb);
  return {
    pictures: pictures.map((picture) => ({ ...picture, uses: uses.get(picture.id) ?? 0 })),
    asked,
    openMessages: await countOpenMessages(readDb),
  };
}

/** POST: a multipart form with file1 and alt (upload-picture); the dialog of ?confirm= (delete-picture). */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "content").id;
  const done = (text: string) => redirectWithFlash(context, HERE, { kind: "success", text });
  if (!isUpload(request)) {
    const form = await readForm(request);
    const id = parseId(form.get("id"));
    if (form.get("intent") !== "delete-picture" || id === null) throw data("Unknown intent", { status: 400 });
    const deleted = await deletePicture(writeDb, { id, staffId }, config);
    if (deleted.ok) return done("Picture deleted");
    if (deleted.reason === "unknown") throw data(deleted.message, { status: 404 });
    return redirectWithFlash(context, HERE, { kind: "error", text: deleted.message });
  }
  const upload = await readUpload(request);
  const refuse = (errors: PictureAnswer["errors"], alt: string) =>
    data<PictureAnswer>({ added: null, errors, alt }, { status: 400 });
  if (upload.isTooLarge) return refuse({ file1: [imageRefusal("too-large")] }, "");
  const typed = textField(upload.fields, "alt");
  const alt = altSchema.safeParse(typed);
  if (!alt.success) return refuse({ alt: alt.error.issues.map(({ message }) => message) }, typed);
  const bytes = upload.files.get("file1") ?? new Uint8Array();
  const added = await addPicture(writeDb, { staffId, bytes, alt: alt.data }, config);
  if (!added.ok) return refuse({ file1: [added.message] }, typed);
  if (upload.fields.get("stay")) return data<PictureAnswer>({ added: added.picture, errors: {}, alt: "" });
  return done("Picture uploaded. Copy its text into a page.");
}

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, asked, openMessages } = loaderData;
  const isSending = useIsSending("upload-picture");
  return (
    <div className="admin-page">
      <AdminHeading>Pictures</AdminHeading>
      <PagesNav openMessages={openMessages} />
      <div className="grid max-w-5xl gap-8">
        <Form
          key={pictures[0]?.id}
          method="post"
          action={HERE}
          encType="multipart/form-data"
          className="grid max-w-xl gap-4"
        >
          <UploadFields errors={actionData?.errors} alt={actionData?.alt} />
          <div>
            <Button name="intent" value="upload-picture" isBusy={isSending} data-own-label>
              {isSending ? "Uploading …" : "Upload Picture"}
            </Button>
          </div>
        </Form>
        {pictures.length === 0 ? (
          <p className="text-muted">No pictures yet</p>
        ) : (
          <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
            {pictures.map((picture) => (
              <Entry key={picture.id} picture={picture} uses={picture.uses} />
            ))}
          </ul>
        )}
      </div>
      {asked ? <DeletePicture picture={asked} /> : null}
    </div>
  );
}

function Entry({ picture, uses }: { picture: Picture; uses: number }) {
  return (
    <li id={`picture-${picture.id}`} className="grid scroll-mt-20 content-start gap-2">
      <PictureView
        file={picture.file}
        alt={picture.alt}
        sizes="(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 92vw"
        className="bg-sunken aspect-3/2 w-full rounded-sm object-contain"
      />
      <p className="wrap-anywhere" dir="auto">
        {picture.alt}
      </p>
      <input
        readOnly
        value={pictureMarkdown(picture)}
        aria-label={`Text for the picture: ${picture.alt}`}
        className="input text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="text-muted flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          No. {picture.id}, {formatDate(picture.createdAt)},{" "}
          {uses === 0 ? "not used" : uses === 1 ? "used once" : `used ${uses} times`}
        </span>
        {uses === 0 ? (
          <ButtonLink
            to={`?confirm=delete-${picture.id}`}
            preventScrollReset
            size="sm"
            variant="danger"
            aria-label={`Delete picture no. ${picture.id}`}
          >
            Delete
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}

function DeletePicture({ picture }: { picture: Picture }) {
  return (
    <ConfirmForm
      title="Delete Picture"
      closeTo={HERE}
      action={HERE}
      button={
        <Button name="intent" value="delete-picture" variant="danger">
          Delete
        </Button>
      }
    >
      <input type="hidden" name="id" value={picture.id} />
      <p className="wrap-anywhere">“{picture.alt}” is deleted for good. Nothing in the shop shows it.</p>
    </ConfirmForm>
  );
}
