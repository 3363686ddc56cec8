import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { ModelField } from "../../editor/model-field";
import { useFlow } from "../flow-context";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";

interface ModelPartProps {
  modelId: string | null;
  onChange: (modelId: string | null) => void;
}

/** The model a node asks. */
export function ModelPart({ modelId, onChange }: ModelPartProps) {
  const t = useTranslations("apps-flow.form");
  const { options } = useFlow();
  return (
    <FormSection title={t("model")}>
      <div data-field="modelId">
        <ModelField modelId={modelId} options={options} className="w-full" onChange={onChange} />
        <FieldProblems field="modelId" />
      </div>
    </FormSection>
  );
}

interface EntriesPartProps {
  /** Of the node's data. */
  field: string;
  label: string;
  count: number;
  max: number;
  addLabel: string;
  onAdd: () => void;
  children: ReactNode;
}

/** Entries of a node, each in a frame of its own, with a button for one more. */
export function EntriesPart({ field, label, count, max, addLabel, onAdd, children }: EntriesPartProps) {
  return (
    <fieldset className="space-y-2" data-field={field}>
      <legend className="mb-1.5 text-sm">
        {label} <span className="tnum text-fg-3 text-xs">{count}</span>
      </legend>
      {children}
      <FieldProblems field={field} />
      <Button size="sm" icon={Plus} disabled={count >= max} onClick={onAdd}>
        {addLabel}
      </Button>
    </fieldset>
  );
}

interface InstructionsFieldProps {
  value: string;
  onChange: (instructions: string) => void;
}

/** What the model is told besides. */
export function InstructionsField({ value, onChange }: InstructionsFieldProps) {
  const t = useTranslations("apps-flow.form");
  const id = useId();
  return (
    <Field id={id} label={t("instructions")} hint={t("instructionsHint")}>
      <Textarea id={id} rows={2} maxLength={2000} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
