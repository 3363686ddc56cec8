"use client";

import { Plus, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { TextField } from "@/components/form/text-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { confirm } from "@/lib/client/dialogs";

interface SecretRow {
  name: string;
  value: string;
}

const ROWS_MAX = 20;

/** The rows that hold something, as a call takes them. */
export function secretsOf(rows: readonly SecretRow[]): Record<string, string> {
  return Object.fromEntries(rows.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]));
}

interface SecretFieldsProps {
  isHttp: boolean;
  /** Names of what is stored; values are never shown. */
  stored: readonly string[];
  mustEnter: boolean;
  /** Names the chosen command line lets people set; absent where any header may be. */
  variables?: readonly string[];
  /** Takes the stored ones away; absent while nothing is saved. */
  onRemove?: () => Promise<void>;
}

/** Request headers, or the environment of a command. Stands inside a `FormProvider`. */
export function SecretFields({ isHttp, stored, mustEnter, variables, onRemove }: SecretFieldsProps) {
  const t = useTranslations("tools.form");
  const { fields, append, remove } = useFieldArray<{ secrets: SecretRow[] }>({ name: "secrets" });
  const label = isHttp ? t("headers") : t("variables");
  const handleRemove = () =>
    void confirm({
      title: t("removeSecrets.title"),
      description: t("removeSecrets.text", { names: stored.join(", ") }),
      okButton: t("removeSecrets.ok"),
      destructive: true,
      onOk: onRemove,
    });
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1 text-sm">{label}</legend>
      <p className="text-fg-3 text-xs">{t("secretsHint")}</p>
      {variables && (
        <p className="text-fg-3 text-xs">
          {variables.length > 0 ? t("commandVariables", { names: variables.join(", ") }) : t("commandNone")}
        </p>
      )}
      {stored.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5 text-fg-3 text-xs">
          {t("stored")}
          {stored.map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
          {onRemove && (
            <Button variant="ghost" size="sm" icon={Trash2} onClick={handleRemove} className="ml-auto">
              {t("removeSecrets.open")}
            </Button>
          )}
        </div>
      )}
      {mustEnter ? (
        <p className="text-warning-ink text-xs">{isHttp ? t("secretsAgain") : t("variablesAgain")}</p>
      ) : (
        stored.length > 0 && <p className="text-fg-3 text-xs">{t("secretsKeep")}</p>
      )}
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-end gap-2">
          <TextField
            name={`secrets.${index}.name`}
            label={isHttp ? t("headerName") : t("variableName")}
            placeholder={isHttp ? "Authorization" : (variables?.[0] ?? "API_KEY")}
            maxLength={80}
            autoComplete="off"
            className="min-w-0 flex-1"
          />
          <TextField
            name={`secrets.${index}.value`}
            kind="secret"
            label={t("secretValue")}
            maxLength={2000}
            autoComplete="off"
            className="min-w-0 flex-1"
          />
          <IconButton icon={X} label={t("removeRow")} onClick={() => remove(index)} className="mb-0.5" />
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        disabled={fields.length >= ROWS_MAX}
        onClick={() => append({ name: "", value: "" })}
      >
        {isHttp ? t("addHeader") : t("addVariable")}
      </Button>
    </fieldset>
  );
}
