import { Link } from "react-router";
import { TEMPLATE_NAMES, TEMPLATES } from "~/domain/front/pages/templates";

/** What a new page begins with: nothing, or a text filled in from the settings. @param chosen of the URL */
export function TemplateChoice({ chosen }: { chosen: string | null }) {
  const choices = [
    [null, "Empty page"],
    ...TEMPLATE_NAMES.map((name) => [name, TEMPLATES[name]] as const),
  ] as const;
  return (
    <nav aria-labelledby="template" className="grid gap-2">
      <p id="template" className="font-semibold">
        Begin with
      </p>
      <ul className="flex flex-wrap gap-2">
        {choices.map(([name, label]) => (
          <li key={label}>
            <Link
              to={name ? `?template=${name}` : "?"}
              preventScrollReset
              aria-current={name === chosen ? "true" : undefined}
              className="btn btn-quiet btn-sm aria-[current=true]:border-accent aria-[current=true]:text-accent"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
