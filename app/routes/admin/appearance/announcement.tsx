import { parseWithZod } from "@conform-to/zod/v4";
import { data, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { withChosenPages } from "~/domain/front/home/chosen-page";
import { type Announcement } from "~/domain/front/home/frame-parts";
import { announcementState, NO_ANNOUNCEMENT } from "~/domain/front/home/shown-frame";
import { ANNOUNCEMENT_MAX, announcementSchema } from "~/domain/front/home/frame-parts.schema";
import { readFramePart, saveFramePart } from "~/domain/front/home/frame-parts.server";
import { DATES } from "~/domain/front/home/text.schema";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AppearanceTabs } from "~/ui/admin/frame/appearance-tabs";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { FrameClash } from "~/ui/admin/forms/frame-clash";
import { TargetField } from "~/ui/admin/forms/target-field";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Button } from "~/ui/kit/button";
import { TextAreaField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { Notice } from "~/ui/kit/notice";
import { ShownField } from "~/ui/kit/shown-field";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
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
  const submission = parseAnnouncement(form);
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

const parseAnnouncement = (form: FormData) =>
  parseWithZod(withChosenPages(form), { schema: announcementSchema, disableAutoCoercion: true });

export default function AnnouncementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { announcement, today, pages } = loaderData;
  const isSaving = useNavigation().state !== "idle";
  const [form, fields] = useParsedForm({
    id: "announcement-form",
    parse: parseAnnouncement,
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
        <Notice isSilent>{stateText(announcement, today)}</Notice>
        <ZodForm
          form={form}
          fields={inOrder}
          summary={actionData?.clash ? <FrameClash clash={actionData.clash} /> : undefined}
          preventScrollReset
          className="grid gap-5"
        >
          <ShownField shown={loaderData.version} answered={actionData?.version} />
          <TextAreaField
            label="Text"
            {...control(fields.text)}
            rows={2}
            dir="auto"
            maxLength={ANNOUNCEMENT_MAX.text}
            hint="One line above every page of the store. Empty: no announcement"
          />
          <TextField
            label="Words of the link"
            {...control(fields.linkLabel)}
            dir="auto"
            maxLength={ANNOUNCEMENT_MAX.linkLabel}
            hint="Optional"
          />
          <TargetField label="Where the link leads" {...control(fields.to)} hint="Optional" pages={pages} />
          <FieldPair>
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
