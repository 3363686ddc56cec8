"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { toast } from "@/lib/client/toast";
import type { FactorDto, RecoveryCodesDto } from "@/lib/features/account/dto";
import { accountKeys, ownFactorQuery, useFactorActions } from "@/lib/features/account/hooks";
import { BlockState } from "./block-state";
import { FactorSetUp } from "./factor-set-up";
import { RecoveryCodes } from "./recovery-codes";
import { SecretForm } from "./secret-form";

interface FactorPanelProps {
  product: string;
}

type Step = { name: "state" | "setUp" | "renew" | "remove" } | { name: "codes"; kept: RecoveryCodesDto };
/** From here on the person is asked to make new ones. */
const FEW_CODES = 3;

/** The own second factor: on or off, recovery codes, and the way to change it. */
export function FactorPanel({ product }: FactorPanelProps) {
  const t = useTranslations("account.factor");
  const query = useQuery(ownFactorQuery);
  const client = useQueryClient();
  const { renew, remove } = useFactorActions();
  const [step, setStep] = useState<Step>({ name: "state" });
  const toState = () => setStep({ name: "state" });

  if (step.name === "setUp") {
    return (
      <FactorSetUp
        product={product}
        onActive={() => void client.invalidateQueries({ queryKey: accountKeys.factor })}
        onDone={() => {
          toast.success(t("turnedOn"));
          toState();
        }}
        onCancel={toState}
      />
    );
  }
  if (step.name === "codes") {
    return <RecoveryCodes {...step.kept} product={product} onDone={toState} />;
  }
  if (step.name === "renew" || step.name === "remove") {
    const removes = step.name === "remove";
    return (
      <SecretForm
        key={step.name}
        fields={["password", "otp"]}
        otpHint={t("otpHint")}
        danger={removes}
        submitLabel={t(step.name)}
        onCancel={toState}
        onSubmit={async (proof) => {
          if (!removes) return setStep({ name: "codes", kept: await renew.mutateAsync(proof) });
          await remove.mutateAsync(proof);
          toast.success(t("removed"));
          toState();
        }}
      >
        <p className="text-fg-2 text-sm">{removes ? t("removeText") : t("renewText")}</p>
      </SecretForm>
    );
  }
  return (
    <BlockState query={query}>{(factor) => <State factor={factor} onStep={(name) => setStep({ name })} />}</BlockState>
  );
}

interface StateProps {
  factor: FactorDto;
  onStep: (name: "setUp" | "renew" | "remove") => void;
}

function State({ factor, onStep }: StateProps) {
  const t = useTranslations("account.factor");
  const moments = useMoments();
  if (!factor.available) return <p className="text-fg-2 text-sm">{t("unavailable")}</p>;
  if (!factor.active) {
    return (
      <div className="space-y-4">
        <Status tone="neutral" hollow>
          {t("off")}
        </Status>
        <p className="text-fg-2 text-sm">{t("offText")}</p>
        <Button variant="primary" onClick={() => onStep("setUp")}>
          {t("start")}
        </Button>
      </div>
    );
  }
  const few = factor.recoveryCodesLeft < FEW_CODES;
  const since = factor.confirmedAt && moments.day(factor.confirmedAt);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-3">
        <Status tone="success">{t("on")}</Status>
        {since && <span className="text-fg-3 text-xs">{t("since", { time: since })}</span>}
      </div>
      <p className="text-fg-2 text-sm">{t("onText")}</p>
      <p className={few ? "rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink" : "text-fg-2 text-sm"}>
        {t(few ? "leftFew" : "left", { count: factor.recoveryCodesLeft })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onStep("renew")}>{t("renew")}</Button>
        {!factor.required && <Button onClick={() => onStep("remove")}>{t("remove")}</Button>}
      </div>
      {factor.required && <p className="text-fg-3 text-xs">{t("required")}</p>}
    </div>
  );
}
