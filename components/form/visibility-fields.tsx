"use client";

import { Building2, Shield, UserRound, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { IconButton } from "@/components/ui/icon-button";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { GRANTS_MAX, type GrantDto, type SharingForm } from "@/lib/auth/grant-schema";
import type { ChoiceSource } from "@/lib/client/choices";
import { VISIBILITIES, type Visibility } from "@/lib/config/visibility";
import { useNamedField } from "./named-fields";

type Subject = GrantDto["subjectType"];
const SUBJECTS: readonly Subject[] = ["user", "role", "department"];
const ICONS = { user: UserRound, role: Shield, department: Building2 } as const;

type Fields = SharingForm;

interface VisibilityFieldsProps {
  /** Finds whom it can be shown to. */
  subjects: (type: Subject) => ChoiceSource;
  isOwn: boolean;
  /** Choices that are offered beside the one it has. */
  offers?: readonly Visibility[];
  /** Of a part of something, is said who may use it alone: who may change it is told elsewhere. */
  hints?: Record<Visibility, string>;
}

/** Whom a thing is shown to, and who else may change it. Stands in a form with `visibility` and `grants`. */
export function VisibilityFields({ subjects, isOwn, offers = VISIBILITIES, hints }: VisibilityFieldsProps) {
  const t = useTranslations("common.sharing");
  const id = useId();
  const { field } = useController<Fields, "visibility">({ name: "visibility" });
  useNamedField("visibility", { label: t("label"), show: (value) => t(`short.${value as Visibility}`) });
  return (
    <>
      <fieldset>
        <legend id={id} className="mb-1.5 text-sm">
          {t("label")}
        </legend>
        <RadioGroup aria-labelledby={id} value={field.value} onValueChange={field.onChange}>
          {VISIBILITIES.filter((value) => value === field.value || offers.includes(value)).map((value) => (
            // To hide it from those who manage it is for its owner alone.
            <RadioGroupItem
              key={value}
              value={value}
              label={t(`short.${value}`)}
              disabled={value === "self" && !isOwn}
            />
          ))}
        </RadioGroup>
        <p className="mt-1.5 text-fg-3 text-xs">{hints?.[field.value] ?? t(`hint.${field.value}`)}</p>
      </fieldset>
      {field.value !== "self" && !(hints && field.value === "all") && (
        <GrantsField visibility={field.value} subjects={subjects} givesRights={hints === undefined} />
      )}
    </>
  );
}

interface GrantsFieldProps extends Pick<VisibilityFieldsProps, "subjects"> {
  visibility: Visibility;
  givesRights: boolean;
}

function GrantsField({ visibility, subjects, givesRights }: GrantsFieldProps) {
  const t = useTranslations("common.sharing");
  const v = useTranslations("validation");
  const [kind, setKind] = useState<Subject>("user");
  const { field, fieldState } = useController<Fields, "grants">({ name: "grants" });
  const label = visibility === "all" ? t("managers") : t(givesRights ? "people" : "readers");
  useNamedField("grants", {
    label,
    show: (grant) => {
      const { name, right } = grant as GrantDto;
      return `${name} (${t(`right.${right}`)})`;
    },
  });
  const grants = field.value;
  const isFull = grants.length >= GRANTS_MAX;
  const change = (subjectId: string, right: GrantDto["right"]) =>
    field.onChange(grants.map((grant) => (grant.subjectId === subjectId ? { ...grant, right } : grant)));
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm">{label}</legend>
      <Segmented
        aria-label={t("kind")}
        value={kind}
        onValueChange={setKind}
        options={SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) }))}
      />
      <SearchPicker
        key={`${kind} ${grants.length}`}
        label={t(`add.${kind}`)}
        value={null}
        source={subjects(kind)}
        hint={isFull ? t("full", { max: GRANTS_MAX }) : kind === "department" ? t("below") : undefined}
        error={fieldState.error && v(fieldState.error.message === "tooMany" ? "tooMany" : "invalid")}
        onChange={(choice) => {
          if (!choice || isFull || grants.some(({ subjectId }) => subjectId === choice.id)) return;
          const right = visibility === "all" ? "manage" : "view";
          const { id: subjectId, name, detail = "" } = choice;
          field.onChange([...grants, { subjectType: kind, subjectId, name, detail, right }]);
        }}
      />
      {grants.length > 0 && (
        <ul aria-label={label} className="max-h-72 divide-y overflow-y-auto rounded-md border">
          {grants.map(({ subjectType, subjectId, name, detail, right }) => {
            const Icon = ICONS[subjectType];
            return (
              <li key={subjectId} className="flex min-h-10 items-center gap-2 py-1 pr-1 pl-3">
                <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-fg-3" />
                <span className="sr-only">{t(`subject.${subjectType}`)}</span>
                <span className="min-w-0 truncate text-sm">{name}</span>
                {detail && <span className="min-w-0 truncate text-fg-3 text-xs">{detail}</span>}
                {givesRights && (
                  <Select
                    size="sm"
                    aria-label={t("rightOf", { name })}
                    value={right}
                    onValueChange={(value) => change(subjectId, value as GrantDto["right"])}
                    options={(["view", "manage"] as const).map((value) => ({ value, label: t(`right.${value}`) }))}
                    className="ml-auto shrink-0"
                  />
                )}
                <IconButton
                  icon={X}
                  size={24}
                  label={t("remove", { name })}
                  className={givesRights ? undefined : "ml-auto"}
                  onClick={() => field.onChange(grants.filter((grant) => grant.subjectId !== subjectId))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {grants.length === 0 && visibility === "partial" && <p className="text-fg-3 text-xs">{t("nobody")}</p>}
    </fieldset>
  );
}
