import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Frame, useDescription } from "./field";

interface FileFieldProps {
  label: string;
  name: string;
  hint: ReactNode;
  /** The kinds of files, as the attribute has them. */
  accept: string;
  /** With scripts, a larger file is refused with this sentence before it is sent. */
  most: { bytes: number; tooLarge: string };
  errors?: string[];
  /** Whether the form can be sent without a file. */
  isOptional?: boolean;
  autoFocus?: boolean;
  /** Whether several files can be chosen. */
  multiple?: boolean;
  /** With scripts: the first of the chosen files; undefined when there is none, or one is too large. */
  onChoose?: (file: File | undefined) => void;
  /** Below the field. */
  children?: ReactNode;
}

/** A file input, required unless it is optional. It gets the focus when the server has refused the file. */
export function FileField({
  label,
  name,
  hint,
  accept,
  most,
  errors,
  isOptional = false,
  autoFocus = false,
  multiple = false,
  onChoose,
  children,
}: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Problems that the browser found in the chosen file; they replace `errors` until the server sends other ones. */
  const [found, setFound] = useState<{ after?: string[]; problems: string[] }>();
  const problems = found && found.after === errors ? found.problems : errors;
  const field = useDescription(undefined, problems, hint);

  useEffect(() => {
    if (errors?.length) input.current?.focus();
  }, [errors]);

  function check({ currentTarget: chooser }: ChangeEvent<HTMLInputElement>) {
    const files = [...(chooser.files ?? [])];
    const problem = files.some(({ size }) => size > most.bytes) ? most.tooLarge : "";
    chooser.setCustomValidity(problem);
    setFound({ after: errors, problems: problem ? [problem] : [] });
    onChoose?.(problem ? undefined : files[0]);
  }

  return (
    <div className="grid gap-1">
      <Frame id={field.id} label={label} hint={hint} errors={problems}>
        <input
          ref={input}
          id={field.id}
          type="file"
          name={name}
          accept={accept}
          required={!isOptional}
          multiple={multiple}
          autoFocus={autoFocus || Boolean(errors?.length)}
          onChange={check}
          className="input file-input"
          {...field.aria}
        />
      </Frame>
      {children}
    </div>
  );
}
