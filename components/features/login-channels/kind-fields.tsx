"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { type ChannelField, isSecretField } from "@/lib/auth/channels/fields";
import { type ChannelSettings, fieldsOf } from "@/lib/auth/channels/kinds";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { movesDestination } from "@/lib/features/login-channels/changes";
import type { ChannelDetail } from "@/lib/features/login-channels/dto";
import type { ChannelForm } from "@/lib/features/login-channels/schema";
import { SecretField } from "./secret-field";
import { useFieldText } from "./use-field-text";

interface KindFieldsProps {
  kind: ChannelKind;
  detail: ChannelDetail | null;
  which: (field: ChannelField) => boolean;
}

const LINE_MAX = 500;
const TEXT_MAX = 20_000;
/** Kinds whose settings decide whether they need their secret. */
const DEPENDING: readonly ChannelKind[] = ["oidc", "jwt", "saml"];

/** Settings of a kind that do not count with the others as they are: the way of keys decides which key is asked for. */
function isAsked(kind: ChannelKind, name: string, settings: ChannelSettings): boolean {
  if (kind === "jwt") {
    const { keySource } = settings;
    if (name === "jwksUrl") return keySource === "jwks";
    if (name === "publicKeys") return keySource === "publicKeys";
    if (name === "sharedSecret") return keySource === "secret";
  }
  if (kind === "oidc" && name === "clientSecret") return settings.clientAuthentication !== "none";
  if (kind === "saml" && name === "privateKey") return Boolean(settings.signRequests);
  return true;
}

/** Fields of a kind, made from what it tells of them. */
export function KindFields({ kind, detail, which }: KindFieldsProps) {
  const text = useFieldText(kind);
  const { control } = useFormContext<ChannelForm>();
  const settings = useWatch({ control, name: "settings" });
  const isMoved = detail !== null && movesDestination(kind, detail.settings, settings);
  // A stored secret stays in sight: it can be taken away, and another address asks for it.
  const shown = fieldsOf(kind).filter(
    (field) => which(field) && (isAsked(kind, field.name, settings) || detail?.secrets[field.name]),
  );
  return shown.map((field) => {
    const { name, type, required, max, options = [] } = field;
    const shared = { label: text.label(name), hint: text.hint(name), required };
    if (isSecretField(field)) {
      const isLong = type === "secretText";
      return (
        <SecretField
          key={name}
          {...shared}
          name={name}
          // What the chosen way cannot do without is asked for like what the kind always needs.
          required={required || (DEPENDING.includes(kind) && isAsked(kind, name, settings))}
          long={isLong}
          max={max ?? (isLong ? TEXT_MAX : 2000)}
          isStored={detail?.secrets[name] ?? false}
          isMoved={isMoved}
        />
      );
    }
    const path = `settings.${name}` as const;
    if (type === "switch") return <ChoiceField<ChannelForm> key={name} kind="switch" name={path} {...shared} />;
    if (type === "select") {
      return (
        <SelectField<ChannelForm>
          key={name}
          name={path}
          {...shared}
          options={options.map((value) => ({ value, label: text.option(name, value) }))}
        />
      );
    }
    if (type === "longText") {
      return <TextareaField<ChannelForm> key={name} name={path} {...shared} rows={6} maxLength={max ?? TEXT_MAX} />;
    }
    if (type === "number") {
      return <TextField<ChannelForm> key={name} name={path} kind="number" {...shared} inputMode="numeric" />;
    }
    return (
      <TextField<ChannelForm>
        key={name}
        name={path}
        {...shared}
        maxLength={max ?? LINE_MAX}
        autoComplete="off"
        inputMode={type === "url" ? "url" : undefined}
      />
    );
  });
}
