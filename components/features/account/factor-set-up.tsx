"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import type { FactorSetUpDto, RecoveryCodesDto } from "@/lib/features/account/dto";
import { beginFactor, confirmFactor } from "@/lib/features/account/hooks";
import { QrCode } from "./qr-code";
import { RecoveryCodes } from "./recovery-codes";
import { SecretForm } from "./secret-form";

interface FactorSetUpProps {
  product: string;
  /** What was just logged in with: it is not asked for again. */
  password?: string;
  doneLabel?: string;
  /** The factor is on; the recovery codes are still shown. */
  onActive?: () => void;
  onDone: () => void;
  onCancel?: () => void;
}

/** Sets the second factor up: who are you, scan and type the first code, keep the recovery codes. */
export function FactorSetUp({ product, password, doneLabel, onActive, onDone, onCancel }: FactorSetUpProps) {
  const t = useTranslations("account.factor");
  const [made, setMade] = useState<FactorSetUpDto | null>(null);
  const [kept, setKept] = useState<RecoveryCodesDto | null>(null);

  if (kept) return <RecoveryCodes {...kept} product={product} doneLabel={doneLabel} onDone={onDone} />;
  if (!made) {
    return (
      <SecretForm
        key="begin"
        fields={password ? [] : ["password"]}
        submitLabel={t("continue")}
        onCancel={onCancel}
        onSubmit={async (values) => setMade(await beginFactor(password ?? values.password))}
      />
    );
  }
  return (
    <SecretForm
      key="confirm"
      fields={["otp"]}
      otpLabel={t("enter")}
      submitLabel={t("confirm")}
      onCancel={onCancel}
      onSubmit={async ({ otp }) => {
        setKept(await confirmFactor(otp));
        onActive?.();
      }}
    >
      <div>
        <h3 className="font-semibold text-base">{t("scan")}</h3>
        <p className="mt-1 text-fg-3 text-sm">{t("scanHint")}</p>
      </div>
      <QrCode text={made.uri} label={t("qr")} />
      <dl>
        <dt className="text-fg-3 text-xs">{t("secret")}</dt>
        <dd className="mt-1 flex items-center gap-2 rounded-sm border bg-subtle px-3 py-1.5">
          <code className="min-w-0 flex-1 break-all font-mono text-sm">{inGroups(made.secret)}</code>
          <CopyButton text={made.secret} label={t("secretCopy")} />
        </dd>
      </dl>
    </SecretForm>
  );
}

/** Four characters at a time are easier to type off. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
