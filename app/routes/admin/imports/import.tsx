import { data, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { IMPORT_FORMATS, type ImportRun, isRunning } from "~/domain/book-files/runs/import-run";
import { importById } from "~/domain/book-files/runs/import-runs.server";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { requireRight } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import type { Route } from "./+types/import";
import {
  actorOf,
  answerCancel,
  answerDelete,
  answerImport,
  answerLayout,
  answerMapping,
  answerQuestions,
  answerShortForms,
  answerStopFetches,
  answerUndo,
} from "./import-actions.server";
import type { ImportAnswer } from "./import-answer";
import { ImportDialog } from "./import-dialogs";
import { readMapping, readReport } from "./import-data.server";
import { ImportState } from "./import-state";
import { LayoutView } from "./mapping/layout-view";
import { MappingView } from "./mapping/mapping-view";
import { ReportView } from "./report-view";
import { RunningView } from "./running-view";
import { StatusMark } from "./status-mark";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Import") }];
}

/** @throws 404 if there is no such import */
async function importOf({ importId }: Route.LoaderArgs["params"]): Promise<ImportRun> {
  const id = parseId(importId);
  const run = id === null ? null : await importById(readDb, id);
  if (!run) throw data("There is no such import", { status: 404 });
  return run;
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  requireRight(context, "catalogue");
  const run = await importOf(params);
  const asksMapping = run.can.plan && (run.status !== "planned" || url.searchParams.has("mapping"));
  return {
    run,
    mapping: asksMapping ? await readMapping(run) : null,
    report: asksMapping || isRunning(run.status) ? null : await readReport(run, url.searchParams),
    asked: parseConfirm(url.searchParams, ["undo", "delete"])?.action ?? null,
    history: await readAudit(readDb, "import", run.id),
  };
}

/** POST: layout (the table is read anew), plan, short, answers (the file is checked), import, cancel, stop-fetches; undo and delete (?confirm=). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = actorOf(requireRight(context, "catalogue"));
  const run = await importOf(params);
  const form = await readForm(request);
  const post = { context, form, run, staff };
  switch (form.get("intent")) {
    case "layout":
      return answerLayout(post);
    case "plan":
      return answerMapping(post);
    case "short":
      return answerShortForms(post);
    case "answers":
      return answerQuestions(post);
    case "import":
      return answerImport(post);
    case "cancel":
      return answerCancel(post);
    case "stop-fetches":
      return answerStopFetches(post);
    case "undo":
      return answerUndo(post);
    case "delete":
      return answerDelete(post);
  }
  throw data("Unknown intent", { status: 400 });
}

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, mapping, report, asked, history } = loaderData;
  const [params] = useSearchParams();
  const closeTo = listHref(params);
  const refused = (form: ImportAnswer["form"]) => (actionData?.form === form ? actionData : undefined);
  const plan = refused("plan");
  const listLeft = useListLeft();
  return (
    <div className="admin-page">
      <Breadcrumbs items={[{ label: "Imports", to: listLeft("/admin/imports") }, { label: run.fileName }]} />
      <AdminHeading aside={<StatusMark run={run} />}>
        <span className="wrap-anywhere">{run.fileName}</span>
      </AdminHeading>
      <p className="text-muted mb-4">
        {run.kind === "edit" ? "A change of many books" : IMPORT_FORMATS[run.format]}
      </p>
      {isRunning(run.status) ? (
        <RunningView run={run} />
      ) : mapping ? (
        <>
          {run.layout ? (
            <LayoutView
              key={JSON.stringify(run.layout)}
              run={run}
              layout={run.layout}
              answer={refused("layout")}
            />
          ) : null}
          <MappingView
            key={run.columns.join("\n")}
            run={run}
            samples={mapping.samples}
            lacking={mapping.lacking}
            fields={plan?.typed ?? mapping.fields}
            errors={plan?.errors}
          />
        </>
      ) : (
        <ImportState run={run} />
      )}
      {report ? (
        <ReportView run={run} report={report} answer={refused("short")} answers={refused("answers")} />
      ) : null}
      {history.length > 0 ? (
        <section aria-labelledby="history" className="mt-10 max-w-3xl min-w-0 text-sm">
          <div className="part-head">
            <h2 id="history">History</h2>
          </div>
          <AuditTrail entries={history} />
        </section>
      ) : null}
      {asked && run.can[asked] ? <ImportDialog asked={asked} run={run} closeTo={closeTo} /> : null}
    </div>
  );
}
