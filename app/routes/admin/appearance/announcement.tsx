import { parseWithZod } from "@conform-to/zod/v4";
import { data, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatDate, indianDate } from "~/domain/dates";
import { type Announcement } from "~/domain/home/frame-parts";
import { announcementState, NO_ANNOUNCEMENT } from "~/domain/home/shown-frame";
import { ANNOUNCEMENT_MAX, announcementSchema } from "~/domain/home/frame-parts.schema";
import { readFramePart, saveFramePart } from "~/domain/home/frame-parts.server";
import { DATES, TARGET_MAX } from "~/domain/home/text.schema";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/read-form.server";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { AppearanceTabs } from "~/ui/admin/appearance-tabs";
import { FieldPair } from "~/ui/admin/form-group";
import { FrameClash } from "~/ui/admin/frame-clash";
import { OWN_PAGES, OwnPages } from "~/ui/admin/own-pages";
import { pageTitle } from "~/ui/frame/page-title";
import { Button } from "~/ui/kit/button";
import { TextAreaField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { Notice } from "~/ui/kit/notice";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import type { Route } from "./+types/announcement";
import { ownPages } from "./own-pages.server";
import { versionIn } from "./version-in";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Announcement") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { value, version } = await readFramePart(readDb, "announcement");
  return {
    announcement: value ?? NO_ANNOUNCEMENT,
    version,
    today: indianDate(new Date()),
    pages: await ownPages(readDb),
  };
}

/** POST: the form, with the version that it was opened with. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const staffId = requireStaff(context).id;
  const submission = parseWithZod(form, { schema: announcementSchema, disableAutoCoercion: true });
  const version = versionIn(form);
  if (submission.status !== "success")
    return data({ result: submission.reply(), version, clash: null }, { status: 400 });
  const { value } = submission;
  const saved = await saveFramePart(writeDb, { name: "announcement", value, version, staffId });
  if (!saved.ok) {
    const { clash } = saved;
    return data({ result: submission.reply(), version: clash.version, clash }, { status: 409 });
  }
  const text = value.text ? "Announcement saved" : "No announcement is shown any more";
  return redirectWithFlash(context, "/admin/appearance/announcement", { kind: "success", text });
}

export default function AnnouncementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { announcement, today, pages } = loaderData;
  const version = actionData?.version ?? loaderData.version;
  const isSaving = useNavigation().state !== "idle";
  const [form, fields] = useZodForm({
    id: "announcement-form",
    schema: announcementSchema,
    lastResult: actionData?.result,
    defaultValue: announcement,
  });
  const inOrder = [fields.text, fields.linkLabel, fields.to, fields.startsOn, fields.endsOn];
  const focus = firstInvalid(inOrder);
  const control = (field: (typeof inOrder)[number]) => ({
    ...fieldProps(field, focus),
    defaultValue: field.initialValue ?? "",
    autoComplete: "off",
  });
  return (
    <div className="admin-page">
      <AdminHeading>Announcement</AdminHeading>
      <AppearanceTabs />
      <div className="grid max-w-2xl gap-6">
        <OwnPages pages={pages} />
        <Notice isSilent>{stateText(announcement, today)}</Notice>
        <ZodForm
          form={form}
          fields={inOrder}
          summary={actionData?.clash ? <FrameClash clash={actionData.clash} /> : undefined}
          preventScrollReset
          className="grid gap-5"
        >
          <input type="hidden" name="version" value={version} />
          <TextAreaField
            label="Text"
            {...control(fields.text)}
            rows={2}
            dir="auto"
            maxLength={ANNOUNCEMENT_MAX.text}
            hint="One line above every page of the store. Empty: no announcement"
          />
          <FieldPair>
            <TextField
              label="Words of the link"
              {...control(fields.linkLabel)}
              dir="auto"
              maxLength={ANNOUNCEMENT_MAX.linkLabel}
              hint="Optional"
            />
            <TextField
              label="Where the link leads"
              {...control(fields.to)}
              maxLength={TARGET_MAX}
              list={OWN_PAGES}
              hint="Such as /books?tag=Poetry, or https://…"
              spellCheck={false}
            />
            <TextField
              label="First day"
              type="date"
              {...DATES}
              {...control(fields.startsOn)}
              hint="Optional; from midnight in India"
            />
            <TextField
              label="Last day"
              type="date"
              {...DATES}
              {...control(fields.endsOn)}
              hint="Optional; the whole day is included"
            />
          </FieldPair>
          <div>
            <Button isBusy={isSaving}>Save Announcement</Button>
          </div>
        </ZodForm>
      </div>
    </div>
  );
}

/** What visitors see at present. @param today the date in India */
function stateText(announcement: Announcement, today: string): string {
  const { startsOn, endsOn } = announcement;
  switch (announcementState(announcement, today)) {
    case "none":
      return "Visitors see no announcement.";
    case "upcoming":
      return `Visitors see this announcement from ${formatDate(startsOn)}.`;
    case "over":
      return `The announcement ended on ${formatDate(endsOn)}. Visitors see none.`;
    case "shown":
      return endsOn
        ? `Visitors see this announcement until the end of ${formatDate(endsOn)}.`
        : "Visitors see this announcement until you remove it.";
  }
}
