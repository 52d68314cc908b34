import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { exampleMail, readExampleWorld } from "~/domain/opening/mail-examples/mail-examples.server";
import { ALL_KINDS, MAIL_KINDS, type MailKind } from "~/domain/shop/mail-words/mail-kinds";
import { mailOrigin } from "~/http/request/mail-origin.server";
import { requireRight } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AppearanceTabs } from "~/ui/admin/frame/appearance-tabs";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/mails";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Mails") }];
}

interface Row {
  kind: MailKind;
  heading: string;
  /** "Opening", "Opening, closing" … */
  own: string;
}

/** Each mail to customers and subscribers with its heading, as its example has it. */
export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, "content");
  const world = await readExampleWorld(readDb, mailOrigin(getRequestSession(context).origin));
  const rows = ALL_KINDS.map((kind): Row => {
    const { opening = "", closing = "" } = world.frame.words?.[kind] ?? {};
    const [heading = ""] = exampleMail(kind, world, { lines: { opening: "", closing: "" } }).text.split(
      "\n\n",
    );
    return {
      kind,
      heading: heading.replaceAll("\n", " "),
      own: [opening && "Opening", closing && "Closing"].filter(Boolean).join(", "),
    };
  });
  return { rows };
}

const COLUMNS: Column<Row>[] = [
  {
    title: "Mail",
    cell: ({ kind }) => (
      <Link to={`/admin/mails/${kind}`} className="row-link">
        {MAIL_KINDS[kind].label}
      </Link>
    ),
  },
  { title: "Sent", cell: ({ kind }) => MAIL_KINDS[kind].sent },
  {
    title: "Heading",
    className: "max-lg:hidden",
    cell: ({ heading }) => <span dir="auto">{heading}</span>,
  },
  { title: "Own lines", className: "max-sm:hidden", cell: ({ own }) => own || "–" },
];

export default function MailsPage({ loaderData }: Route.ComponentProps) {
  const groups = [...new Set(Object.values(MAIL_KINDS).map(({ group }) => group))];
  return (
    <div className="admin-page">
      <AdminHeading>Mails</AdminHeading>
      <AppearanceTabs />
      <p className="mb-6 max-w-prose">
        The mails that customers and subscribers get. Each can have an opening and a closing line in your own
        words.
      </p>
      <div className="grid grid-cols-1 gap-8">
        {groups.map((group) => (
          <section key={group} className="grid grid-cols-1 gap-2">
            <h2 className="text-lg">{group}</h2>
            <DataTable
              label={group}
              columns={COLUMNS}
              rows={loaderData.rows.filter(({ kind }) => MAIL_KINDS[kind].group === group)}
              rowKey={({ kind }) => kind}
            />
          </section>
        ))}
      </div>
    </div>
  );
}
