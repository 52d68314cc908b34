import type { Choice } from "~/domain/catalogue/books/lists/choices";
import {
  PRICE_CHANGES,
  ROUNDINGS,
  SALE_CHANGES,
  STOCK_CHANGES,
  TAX_CHANGES,
} from "~/domain/book-files/edits/book-edit";
import { TAGS_MAX } from "~/domain/book-files/edits/book-edit.schema";
import { FieldPair, FormGroup } from "~/ui/admin/forms/form-group";
import { SelectField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { Options } from "~/ui/kit/options";

const IN_ORDER = [
  "price",
  "priceAmount",
  "sale",
  "saleAmount",
  "saleFrom",
  "saleUntil",
  "rounding",
  "stock",
  "stockAmount",
  "addTags",
  "removeTags",
  "publisher",
  "language",
  "tax",
  "taxRate",
  "featured",
  "visible",
] as const;
type EditField = (typeof IN_ORDER)[number];
type Field = Parameters<typeof fieldProps>[0];
type Fields = Record<EditField, Field>;

export const fieldsInOrder = (fields: Fields): Field[] => IN_ORDER.map((name) => fields[name]);

/** The fields of a change of many books: each is left as it is unless somebody chooses otherwise. */
export function EditFields({
  fields,
  focus,
  publishers,
  languages,
}: {
  fields: Fields;
  focus: string | undefined;
  publishers: Choice[];
  languages: Choice[];
}) {
  const control = (name: EditField) => ({ ...fieldProps(fields[name], focus), autoComplete: "off" });
  const names = (choices: Choice[]): [string, string][] => [
    ["", "Leave as it is"],
    ...choices.map(({ name }): [string, string] => [name, name]),
  ];
  return (
    <>
      <FormGroup title="Price">
        <FieldPair>
          <Choose label="Change the price" {...control("price")} options={Object.entries(PRICE_CHANGES)} />
          <TextField label="Price: per cent or rupees" {...control("priceAmount")} inputMode="decimal" />
        </FieldPair>
        <FieldPair>
          <Choose label="Change the sale price" {...control("sale")} options={Object.entries(SALE_CHANGES)} />
          <TextField label="Sale: per cent or rupees" {...control("saleAmount")} inputMode="decimal" />
        </FieldPair>
        <FieldPair>
          <TextField label="Sale from" {...control("saleFrom")} type="date" hint="Empty: at once" />
          <TextField
            label="Sale until"
            {...control("saleUntil")}
            type="date"
            hint="The last day. Empty: without end"
          />
        </FieldPair>
        <Choose
          label="Round amounts worked out by per cent to"
          {...control("rounding")}
          options={Object.entries(ROUNDINGS)}
        />
      </FormGroup>
      <FormGroup title="Stock">
        <FieldPair>
          <Choose label="Change the stock" {...control("stock")} options={Object.entries(STOCK_CHANGES)} />
          <TextField label="Copies" {...control("stockAmount")} inputMode="numeric" />
        </FieldPair>
      </FormGroup>
      <FormGroup title="Where the books are found">
        <FieldPair>
          <TextField
            label="Tags to add"
            {...control("addTags")}
            dir="auto"
            maxLength={TAGS_MAX}
            hint="Separated by commas"
          />
          <TextField
            label="Tags to remove"
            {...control("removeTags")}
            dir="auto"
            maxLength={TAGS_MAX}
            hint="Separated by commas"
          />
        </FieldPair>
        <FieldPair>
          <Choose label="Publisher" {...control("publisher")} options={names(publishers)} />
          <Choose label="Language" {...control("language")} options={names(languages)} />
        </FieldPair>
        <FieldPair>
          <Choose
            label="Featured"
            {...control("featured")}
            options={[
              ["keep", "Leave as it is"],
              ["yes", "Featured"],
              ["no", "Not featured"],
            ]}
          />
          <Choose
            label="In the store"
            {...control("visible")}
            options={[
              ["keep", "Leave as it is"],
              ["yes", "Show"],
              ["no", "Hide"],
            ]}
          />
        </FieldPair>
      </FormGroup>
      <FormGroup title="Tax">
        <FieldPair>
          <Choose label="Change the tax rate" {...control("tax")} options={Object.entries(TAX_CHANGES)} />
          <TextField label="Per cent" {...control("taxRate")} inputMode="decimal" />
        </FieldPair>
      </FormGroup>
    </>
  );
}

function Choose({
  options,
  ...select
}: Parameters<typeof SelectField>[0] & { options: [value: string, text: string][] }) {
  return (
    <SelectField {...select}>
      <Options of={options} />
    </SelectField>
  );
}
