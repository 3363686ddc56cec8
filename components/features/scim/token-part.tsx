"use client";

import { KeyRound, RotateCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { confirm } from "@/lib/client/dialogs";
import { useScimToken } from "@/lib/features/scim/hooks";
import { Copyable } from "./copyable";

interface TokenPartProps {
  channelId: string;
  hasToken: boolean;
  isEditable: boolean;
}

/** The token of the channel: made, shown this once, replaced, taken back. */
export function TokenPart({ channelId, hasToken, isEditable }: TokenPartProps) {
  const t = useTranslations("scim.token");
  const { make, revoke } = useScimToken(channelId);
  const [token, setToken] = useState<string | null>(null);

  const handleMake = async () => setToken((await make.mutateAsync()).token);
  const handleRotate = () =>
    void confirm({
      title: t("rotateTitle"),
      description: t("rotateText"),
      okButton: t("rotate"),
      destructive: true,
      onOk: handleMake,
    });
  const handleRevoke = () =>
    void confirm({
      title: t("revokeTitle"),
      description: t("revokeText"),
      okButton: t("revoke"),
      destructive: true,
      onOk: async () => {
        await revoke.mutateAsync();
        setToken(null);
      },
    });
  return (
    <section aria-label={t("label")} className="space-y-3">
      <h3 className="font-semibold text-sm">{t("label")}</h3>
      {token === null ? (
        <Status tone={hasToken ? "success" : "neutral"} hollow={!hasToken} className="whitespace-normal">
          {hasToken ? t("set") : t("none")}
        </Status>
      ) : (
        <>
          <p role="status" className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">
            {t("once")}
          </p>
          <Copyable label={t("label")} value={token} />
        </>
      )}
      {isEditable ? (
        <div className="flex flex-wrap gap-2">
          {token !== null && <Button onClick={() => setToken(null)}>{t("done")}</Button>}
          {hasToken ? (
            <>
              <Button icon={RotateCw} loading={make.isPending} onClick={handleRotate}>
                {t("rotate")}
              </Button>
              <Button variant="danger" icon={Trash2} onClick={handleRevoke}>
                {t("revoke")}
              </Button>
            </>
          ) : (
            <Button
              variant="primary"
              icon={KeyRound}
              loading={make.isPending}
              // A failure was told in a toast.
              onClick={() => void handleMake().catch(() => undefined)}
            >
              {t("make")}
            </Button>
          )}
        </div>
      ) : (
        <p className="text-fg-3 text-sm">{t("stronger")}</p>
      )}
    </section>
  );
}
