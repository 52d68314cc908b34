import type { ReactNode } from "react";
import { formatDate } from "~/domain/kit/dates";
import { GYAN_POST, SPEED_POST, type Tariff } from "~/domain/sales/delivery/presets/post-tariffs";
import { formatGrams } from "~/domain/sales/delivery/weights";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";

type GyanStep = (typeof GYAN_POST.steps)[number];
type Distance = (typeof SPEED_POST.distances)[number];

const GYAN_COLUMNS: Column<GyanStep>[] = [
  { title: "Up to", cell: ({ upToGrams }) => formatGrams(upToGrams) },
  { title: "Postage", cell: ({ rupees }) => `₹${rupees}`, isNumber: true },
];

const SPEED_COLUMNS: Column<Distance>[] = [
  { title: "Distance", cell: ({ zone }) => zone, className: "min-w-32" },
  ...SPEED_POST.upToGrams.map((upTo, at): Column<Distance> => ({
    title: `Up to ${formatGrams(upTo)}`,
    cell: ({ rupees }) => `₹${rupees[at]}`,
    isNumber: true,
  })),
  { title: "Each further 500 g (guess)", cell: ({ further }) => `₹${further}`, isNumber: true },
];

/** The tariffs that the presets use, each with its date, its source and what is not certain. */
export function TariffTables() {
  return (
    <>
      <TariffPart tariff={GYAN_POST}>
        <div className="max-w-xs">
          <DataTable
            label="Steps of Gyan Post"
            columns={GYAN_COLUMNS}
            rows={[...GYAN_POST.steps]}
            rowKey={({ upToGrams }) => upToGrams}
          />
        </div>
      </TariffPart>
      <TariffPart tariff={SPEED_POST}>
        <DataTable
          label="Steps of Speed Post"
          columns={SPEED_COLUMNS}
          rows={[...SPEED_POST.distances]}
          rowKey={({ zone }) => zone}
        />
      </TariffPart>
    </>
  );
}

function TariffPart({ tariff, children }: { tariff: Tariff; children: ReactNode }) {
  const id = tariff.name.toLowerCase().replace(" ", "-");
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="part-head">
        <h2 id={id}>{tariff.name}</h2>
      </div>
      <p className="mb-2 text-sm">
        From {formatDate(tariff.since)}, without tax. Source: {tariff.source}. The working days of the preset
        are our guess.
      </p>
      {children}
      <ul className="mt-3 grid list-disc gap-1 pl-5 text-sm">
        {tariff.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
