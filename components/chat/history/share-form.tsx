"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2, Unlink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import { sharesQuery, useShareActions } from "@/lib/conversation/client/hooks";
import type { ShareDto } from "@/lib/conversation/dto";
import { SHARE_DAYS, SHARES_MAX } from "@/lib/conversation/limits";

type Days = (typeof SHARE_DAYS)[number];
const addressOf = (screen: string, id: string) => `${window.location.origin}${screen}?share=${id}`;

interface ShareFormProps {
  id: string;
  /** One answer is shared, with its question. */
  answerId?: string;
  /** Where its area is read. */
  screen: string;
}

/** Makes links to a conversation as it stands, or to one answer of it, and takes them back. */
export function ShareForm({ id, answerId, screen }: ShareFormProps) {
  const t = useTranslations("chat.share");
  const shares = useQuery(sharesQuery(id));
  const { create, revoke } = useShareActions(id);
  const [days, setDays] = useState<Days>(7);
  const items = shares.data?.items;
  return (
    <div className="space-y-4 text-sm">
      <p>{t(answerId ? "aboutAnswer" : "about")}</p>
      <fieldset>
        <legend className="mb-1.5 text-xs text-fg-3">{t("days")}</legend>
        <RadioGroup
          aria-label={t("days")}
          value={String(days)}
          onValueChange={(value) => setDays(SHARE_DAYS.find((each) => String(each) === value) ?? null)}
        >
          {SHARE_DAYS.map((each) => (
            <RadioGroupItem
              key={String(each)}
              value={String(each)}
              label={each === null ? t("never") : t("dayCount", { count: each })}
            />
          ))}
        </RadioGroup>
      </fieldset>
      <Button
        variant="primary"
        icon={Link2}
        loading={create.isPending}
        disabled={(items?.length ?? 0) >= SHARES_MAX}
        onClick={() => create.mutate({ days, answerId })}
      >
        {t("create")}
      </Button>
      <section aria-label={t("links")}>
        <h3 className="mb-1.5 text-xs text-fg-3">{t("links")}</h3>
        {shares.isError && <p className="text-fg-3">{t("failed")}</p>}
        {shares.isPending && <Skeleton className="h-9" />}
        {items?.length === 0 && <p className="text-fg-3">{t("none")}</p>}
        <ul className="space-y-1.5">
          {items?.map((share) => (
            <li key={share.id}>
              <ShareRow
                share={share}
                screen={screen}
                isBusy={revoke.isPending && revoke.variables === share.id}
                onRevoke={() => revoke.mutate(share.id)}
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function ShareRow({
  share,
  screen,
  isBusy,
  onRevoke,
}: {
  share: ShareDto;
  screen: string;
  isBusy: boolean;
  onRevoke: () => void;
}) {
  const t = useTranslations("chat.share");
  const moments = useMoments();
  const at = (iso: string) => moments.minute(iso);
  const address = addressOf(screen, share.id);
  return (
    <div className="flex items-center gap-1 rounded-md border bg-background py-1 pl-3 pr-1">
      <div className="min-w-0 flex-1">
        <input
          readOnly
          value={address}
          aria-label={t("address")}
          onFocus={(event) => event.currentTarget.select()}
          className="block w-full truncate bg-transparent font-mono text-xs text-fg outline-none focus-visible:ring-2 focus-visible:ring-ring"
        />
        <p className="text-xs text-fg-3">
          {share.isAnswer && `${t("oneAnswer")} · `}
          {t("made", { date: at(share.createdAt) })}
          {" · "}
          {share.expiresAt ? t("until", { date: at(share.expiresAt) }) : t("untilRevoked")}
        </p>
      </div>
      <CopyButton text={address} label={t("copy")} />
      <IconButton icon={Unlink} label={t("revoke")} disabled={isBusy} onClick={onRevoke} />
    </div>
  );
}
