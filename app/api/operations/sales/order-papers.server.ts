import { z } from "zod";
import { database } from "~/db/shop-database.server";
import { leftOutSentence, paperExport } from "~/domain/sales/papers/papers";
import { paperQuery } from "~/domain/sales/papers/papers.schema";
import { paperFile } from "~/domain/sales/papers/papers.server";
import { exportedDocument, pdfFor } from "~/http/answers/document-answer.server";
import { notFound, operation } from "~/api/operation.server";

/** Paper for many orders, as files. */
export const orderPapers = [
  operation({
    method: "GET",
    path: "/orders/admin/papers",
    tag: "Orders for staff",
    summary: "Packing slips, delivery notes, labels, bills or a pick list of many orders, in one PDF",
    description:
      "An order that the paper is not for (a cancelled one has no slip, an unpaid one no bill, a shipped one is not picked) is left out; the header X-Left-Out names those. The audit log says who took it.",
    access: "staff",
    right: "orders",
    query: paperQuery,
    answer: z.string().meta({ format: "binary" }),
    fileTypes: ["application/pdf"],
    refusals: {
      404: "There is no order by one of the ids, or the paper is for none of them; msg says which and why.",
    },
    async handle({ query, request, caller }) {
      const make = pdfFor(request, { account: caller.account, ip: caller.session.ip });
      const file = await paperFile(database, query, { make });
      if (!file.ok && file.reason === "not_found")
        return notFound(`There is no order ${file.ids.map((id) => `#${id}`).join(", ")}`);
      if (!file.ok && file.reason === "nothing") return notFound(leftOutSentence(file.leftOut));
      const staffId = caller.account!.id;
      const answer = await exportedDocument(request, file, { staffId, ...paperExport(query) });
      if (file.ok && file.leftOut.length > 0)
        answer.headers.set("X-Left-Out", file.leftOut.map(({ orderId }) => orderId).join(", "));
      return answer;
    },
  }),
];
