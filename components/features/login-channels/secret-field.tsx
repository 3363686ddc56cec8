"use client";

import { Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { Textarea } from "@/components/ui/textarea";
import type { ChannelForm } from "@/lib/features/login-channels/schema";

interface SecretFieldProps {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** Several lines, such as a private key. */
  long?: boolean;
  max: number;
  isStored: boolean;
  /** It would be sent elsewhere than it was given for: it has to be entered again. */
  isMoved: boolean;
}

/** A secret: typed once, then only known to be stored. It can be replaced or taken away, never read. */
export function SecretField({ name, label, hint, required, long, max, isStored, isMoved }: SecretFieldProps) {
  const t = useTranslations("login-channels.secret");
  const said = isStored && isMoved ? t("again") : hint;
  const { id, field, error, aria } = useField<ChannelForm>({
    name: `secrets.${name}` as FieldPath<ChannelForm>,
    hint: said,
    label,
    isSecret: true,
  });
  const [isReplacing, setIsReplacing] = useState(false);
  const value = field.value as string | null;
  const isRemoved = value === null;
  const isTyping = !isStored || isReplacing || (isMoved && !isRemoved) || Boolean(value);
  const shared = {
    ...aria,
    id,
    name: field.name,
    ref: field.ref,
    maxLength: max,
    autoComplete: "new-password",
    invalid: Boolean(error),
    "aria-required": required,
    value: value ?? "",
    onBlur: field.onBlur,
  };
  const handleUndo = () => {
    setIsReplacing(false);
    field.onChange("");
  };
  return (
    <Field id={id} label={label} hint={said} required={required} error={error}>
      {isTyping && !isRemoved ? (
        <div className="space-y-1.5">
          {long ? (
            <Textarea
              {...shared}
              rows={5}
              spellCheck={false}
              className="font-mono text-xs"
              onChange={(event) => field.onChange(event.target.value)}
            />
          ) : (
            <PasswordInput {...shared} onChange={(event) => field.onChange(event.target.value)} />
          )}
          {isStored && !isMoved && (
            <Button size="sm" variant="ghost" icon={Undo2} onClick={handleUndo}>
              {t("keep")}
            </Button>
          )}
        </div>
      ) : (
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          <span className="text-fg-2 text-sm">{isRemoved ? t("removed") : t("stored")}</span>
          <span className="ml-auto flex gap-1.5">
            {isRemoved ? (
              <Button size="sm" id={id} icon={Undo2} aria-label={t("undoNamed", { name: label })} onClick={handleUndo}>
                {t("undo")}
              </Button>
            ) : (
              <>
                <Button
                  size="sm"
                  id={id}
                  aria-label={t("replaceNamed", { name: label })}
                  onClick={() => setIsReplacing(true)}
                >
                  {t("replace")}
                </Button>
                {!required && (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={Trash2}
                    aria-label={t("removeNamed", { name: label })}
                    onClick={() => field.onChange(null)}
                  >
                    {t("remove")}
                  </Button>
                )}
              </>
            )}
          </span>
        </div>
      )}
    </Field>
  );
}
