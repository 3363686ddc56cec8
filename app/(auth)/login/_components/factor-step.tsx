"use client";

import { useTranslations } from "next-intl";
import { LazyMessages } from "@/components/common/lazy-messages";
import { FactorSetUp } from "@/components/features/account/factor-set-up";
import { Button } from "@/components/ui/button";
import { leaveLogin } from "@/lib/client/login";

interface FactorStepProps {
  product: string;
  /** What was just logged in with; null when the page was loaded anew, then it is asked for. */
  password: string | null;
  onDone: () => void;
  onLeave: () => void;
}

/** The step of administrators who must have a second factor and have none yet. */
export function FactorStep(props: FactorStepProps) {
  return (
    <LazyMessages areas={["account"]}>
      <Step {...props} />
    </LazyMessages>
  );
}

function Step({ product, password, onDone, onLeave }: FactorStepProps) {
  const t = useTranslations("account.login");
  const handleLeave = async () => {
    await leaveLogin();
    onLeave();
  };
  return (
    <>
      <h1 className="text-3xl font-semibold">{t("setUpTitle")}</h1>
      <p className="mb-6 mt-1 text-base text-fg-3">{t("setUpSubtitle")}</p>
      <FactorSetUp product={product} password={password ?? undefined} doneLabel={t("enter")} onDone={onDone} />
      <Button variant="ghost" size="sm" className="-ml-2 mt-3 self-start" onClick={handleLeave}>
        {t("back")}
      </Button>
    </>
  );
}
