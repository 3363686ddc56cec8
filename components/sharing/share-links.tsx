"use client";

import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { Link2, Unlink } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import type { LinkDto } from "@/lib/sharing/dto";
import { SHARE_DAYS, SHARES_MAX, type ShareDays } from "@/lib/sharing/limits";

interface ShareLinksProps<Link extends LinkDto> {
  /** What colleagues get to see. */
  about: string;
  links: UseQueryResult<{ items: Link[] }>;
  create: UseMutationResult<unknown, Error, ShareDays>;
  revoke: UseMutationResult<unknown, Error, string>;
  /** Screen a link leads to, which gets its id as `share`. */
  screen: string;
  /** Said of one link. */
  note?: (link: Link) => ReactNode;
}

/** Makes links to something of one's own, for so many days, and takes them back. Texts: `sharing`. */
export function ShareLinks<Link extends LinkDto>(props: ShareLinksProps<Link>) {
  const { about, links, create, revoke, screen, note } = props;
  const t = useTranslations("sharing");
  const [days, setDays] = useState<ShareDays>(7);
  const items = links.data?.items;
  return (
    <div className="space-y-4 text-sm">
      <p>{about}</p>
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
        onClick={() => create.mutate(days)}
      >
        {t("create")}
      </Button>
      <section aria-label={t("links")}>
        <h3 className="mb-1.5 text-xs text-fg-3">{t("links")}</h3>
        {links.isError && <p className="text-fg-3">{t("failed")}</p>}
        {links.isPending && <Skeleton className="h-9" />}
        {items?.length === 0 && <p className="text-fg-3">{t("none")}</p>}
        <ul className="space-y-1.5">
          {items?.map((link) => (
            <li key={link.id}>
              <LinkRow
                link={link}
                address={`${window.location.origin}${screen}?share=${link.id}`}
                note={note?.(link)}
                isBusy={revoke.isPending && revoke.variables === link.id}
                onRevoke={() => revoke.mutate(link.id)}
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface LinkRowProps {
  link: LinkDto;
  address: string;
  note: ReactNode;
  isBusy: boolean;
  onRevoke: () => void;
}

function LinkRow({ link, address, note, isBusy, onRevoke }: LinkRowProps) {
  const t = useTranslations("sharing");
  const moments = useMoments();
  const at = (iso: string) => moments.minute(iso);
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
          {note && <>{note} · </>}
          {t("made", { date: at(link.createdAt) })}
          {" · "}
          {link.expiresAt ? t("until", { date: at(link.expiresAt) }) : t("untilRevoked")}
        </p>
      </div>
      <CopyButton text={address} label={t("copy")} />
      <IconButton icon={Unlink} label={t("revoke")} disabled={isBusy} onClick={onRevoke} />
    </div>
  );
}
