"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { useFailureSentence } from "@/components/form/form-failure";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { BasicDto } from "@/lib/features/configuration/dto";
import { useBasicActions } from "@/lib/features/configuration/hooks";
import { type BasicForm, MAIL_PASSWORD_MAX, mailTest } from "@/lib/features/configuration/schema";
import { Pair, Section } from "./section";

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/** The organisation's mail server, and a letter to try it with. */
export function MailSection({ stored }: { stored: BasicDto }) {
  const t = useTranslations("configuration.mail");
  const form = useFormContext<BasicForm>();
  const mail = form.watch("mailConfig");
  const was = stored.values.mailConfig;
  const isElsewhere =
    mail.host !== was.host || mail.port !== was.port || mail.security !== was.security || mail.user !== was.user;
  const passwordHint = !stored.hasMailPassword
    ? t("passwordHint")
    : isElsewhere
      ? t("passwordAgain")
      : t("passwordKept");
  return (
    <Section name="mail">
      <div className="grid gap-4 md:grid-cols-[1fr_8rem_10rem]">
        <TextField<BasicForm>
          name="mailConfig.host"
          label={t("host")}
          placeholder="smtp.example.com"
          autoComplete="off"
          maxLength={253}
        />
        <TextField<BasicForm> name="mailConfig.port" kind="number" label={t("port")} required />
        <SelectField<BasicForm>
          name="mailConfig.security"
          label={t("security")}
          options={(["tls", "starttls", "none"] as const).map((value) => ({ value, label: t(`securities.${value}`) }))}
          onChange={(value) =>
            form.setValue("mailConfig.port", PORTS[value as keyof typeof PORTS], { shouldDirty: true })
          }
        />
      </div>
      {mail.security === "none" && <p className="text-warning-ink text-xs">{t("openHint")}</p>}
      <Pair>
        <TextField<BasicForm> name="mailConfig.user" label={t("user")} autoComplete="off" maxLength={200} />
        <TextField<BasicForm>
          name="mailPassword"
          kind="secret"
          label={t("password")}
          hint={passwordHint}
          autoComplete="new-password"
          maxLength={MAIL_PASSWORD_MAX}
        />
      </Pair>
      <TextField<BasicForm>
        name="mailConfig.from"
        label={t("from")}
        hint={t("fromHint")}
        placeholder="noreply@example.com"
        autoComplete="off"
        maxLength={200}
      />
      <MailTest />
    </Section>
  );
}

type Outcome = { ok: true; to: string } | { ok: false; text: string };

function MailTest() {
  const t = useTranslations("configuration.mail");
  const sentence = useFailureSentence();
  const v = useTranslations("validation");
  const form = useFormContext<BasicForm>();
  const { test } = useBasicActions();
  const [to, setTo] = useState("");
  const [error, setError] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const handleSend = async () => {
    const { mailConfig, mailPassword } = form.getValues();
    const address = mailTest.shape.to.safeParse(to.trim());
    setError(address.success ? "" : v("email"));
    setOutcome(null);
    if (!address.success || !(await form.trigger("mailConfig"))) return;
    try {
      await test.mutateAsync({ settings: mailConfig, password: mailPassword || undefined, to: address.data });
      setOutcome({ ok: true, to: address.data });
    } catch (failure) {
      setOutcome({ ok: false, text: sentence(failure) });
    }
  };
  return (
    <div className="rounded-md border bg-subtle px-4 py-3">
      <Field id="mail-test-to" label={t("testTo")} error={error}>
        <div className="flex gap-2">
          <Input
            id="mail-test-to"
            type="email"
            autoComplete="off"
            maxLength={200}
            value={to}
            invalid={Boolean(error)}
            aria-describedby={fieldMessageId("mail-test-to", error)}
            onChange={(event) => setTo(event.target.value)}
            className="min-w-0 flex-1"
          />
          <Button loading={test.isPending} onClick={() => void handleSend()}>
            {test.isPending ? t("testing") : t("test")}
          </Button>
        </div>
      </Field>
      <p role="status" className={`mt-2 text-sm empty:hidden ${outcome?.ok ? "text-success-ink" : "text-danger-ink"}`}>
        {outcome && (outcome.ok ? t("sent", { to: outcome.to }) : outcome.text)}
      </p>
    </div>
  );
}
