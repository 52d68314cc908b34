import { ALL_JOBS, EXTRA_RIGHTS, JOBS, type Right, RIGHTS } from "~/domain/kit/rights/rights";
import { CheckboxField, SelectField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { type FieldControl } from "~/ui/kit/field-props";
import { Options } from "~/ui/kit/options";

interface AccessFieldsProps {
  job: FieldControl;
  extraRights: { id: string; name: string; errors?: string[]; chosen: readonly string[] };
}

/** Job and extra rights of a person, and what each job may do. */
export function AccessFields({ job, extraRights }: AccessFieldsProps) {
  const { id, name, errors, chosen } = extraRights;
  return (
    <>
      <SelectField label="Job" {...job} required>
        <option value="">Please choose</option>
        <Options of={ALL_JOBS.map((one) => [one, JOBS[one].label])} />
      </SelectField>
      <JobsExplained />
      <fieldset id={id} tabIndex={-1} aria-describedby={`${id}-rule`} className="grid grid-cols-1 gap-3">
        <legend className="mb-1 font-semibold">Extra rights</legend>
        <p id={`${id}-rule`} className="text-muted text-sm">
          What this person may do beside their job. A right that the job has anyway needs no tick.
        </p>
        {EXTRA_RIGHTS.map((right) => (
          <CheckboxField
            key={right}
            label={capitalised(RIGHTS[right])}
            name={name}
            value={right}
            defaultChecked={chosen.includes(right)}
          />
        ))}
        <FieldErrors id={id} errors={errors} />
      </fieldset>
    </>
  );
}

function JobsExplained() {
  return (
    <details className="text-sm">
      <summary className="link w-fit cursor-pointer py-1">What each job may do</summary>
      <dl className="mt-2 grid grid-cols-1 gap-3">
        {ALL_JOBS.map((job) => (
          <div key={job} className="border-line border-l-2 pl-3">
            <dt className="font-semibold">{JOBS[job].label}</dt>
            <dd>{jobInWords(JOBS[job].rights)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const jobInWords = (rights: readonly Right[]) => {
  if (rights.length > EXTRA_RIGHTS.length) return "Everything";
  const missing = EXTRA_RIGHTS.filter((right) => !rights.includes(right));
  if (missing.length < 3)
    return `Everything except: ${[...missing, "staff" as const].map((right) => RIGHTS[right]).join("; ")}`;
  return capitalised(rights.map((right) => RIGHTS[right]).join("; "));
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
