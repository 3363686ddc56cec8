"use client";

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { useAttempt } from "@/components/form/use-attempt";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { readSamlMetadata } from "@/lib/features/login-channels/hooks";
import type { ChannelForm } from "@/lib/features/login-channels/schema";

const XML_MAX = 1_000_000;

/** Fills the provider's settings from its metadata: by its address, or from the text. */
export function SamlImport() {
  const t = useTranslations("login-channels.saml");
  const { setValue } = useFormContext<ChannelForm>();
  const id = useId();
  const [source, setSource] = useState("");
  const [isReading, setIsReading] = useState(false);
  const { failure, attempt } = useAttempt();
  const [isDone, setIsDone] = useState(false);
  const isXml = source.trimStart().startsWith("<");
  const handleRead = async () => {
    setIsDone(false);
    setIsReading(true);
    const isRead = await attempt(async () => {
      const text = source.trim();
      const found = await readSamlMetadata(isXml ? { xml: text } : { url: text });
      for (const name of ["idpEntityId", "ssoUrl", "certificates"] as const) {
        setValue(`settings.${name}`, found[name], { shouldDirty: true, shouldValidate: true });
      }
    });
    setIsDone(isRead);
    setIsReading(false);
  };
  const shared = { id, value: source, maxLength: XML_MAX, "aria-describedby": `${id}-message` };
  return (
    <div className="space-y-2 rounded-md border bg-subtle p-3">
      <Field id={id} label={t("label")} hint={t("hint")}>
        {isXml ? (
          <Textarea
            {...shared}
            rows={4}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => setSource(event.target.value)}
          />
        ) : (
          <Input {...shared} autoComplete="off" onChange={(event) => setSource(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={FileDown}
          loading={isReading}
          disabled={source.trim() === ""}
          onClick={() => void handleRead()}
        >
          {t("read")}
        </Button>
        <span role="status" className="text-success-ink text-xs">
          {isDone ? t("done") : ""}
        </span>
      </div>
      <FormFailure error={failure} />
    </div>
  );
}
