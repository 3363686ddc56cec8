"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2, Unlink } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, useEffect, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { SettingsSection } from "@/components/common/settings-section";
import { useMoments } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { takeFromAddress } from "@/lib/client/login";
import { toast } from "@/lib/client/toast";
import type { LinkableDto, LinkDto, OwnLinksDto } from "@/lib/features/personal/dto";
import { linksQuery, useLinkActions } from "@/lib/features/personal/hooks";
import { useChannelName } from "./use-channel-name";

// Few link a directory, and nobody often.
const DirectoryDialog = lazy(() => import("./directory-dialog").then((m) => ({ default: m.DirectoryDialog })));

interface LinksSectionProps {
  first: OwnLinksDto;
  /** Why a link came to nothing, in words. */
  failure: string | null;
}

/** Outside accounts that sign the person in; not there where there are none and none can be linked. */
export function LinksSection({ first, failure }: LinksSectionProps) {
  const t = useTranslations("personal.links");
  const locale = useLocale();
  const { data } = useQuery({ ...linksQuery, initialData: first });
  // Set after loading, so that it is announced. Another language forgets it.
  const [told, setTold] = useState({ text: "", locale });
  const [directory, setDirectory] = useState<LinkableDto | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, when the page has loaded
  useEffect(() => {
    if (takeFromAddress("link") === "done") toast.success(t("linked"));
    if (takeFromAddress("failed") && failure) setTold({ text: failure, locale });
  }, []);

  const { links, channels } = data;
  if (links.length === 0 && channels.length === 0 && !told.text) return null;
  return (
    <SettingsSection id="links" title={t("title")} hint={t("hint")}>
      <div role="alert">
        {told.text && told.locale === locale && (
          <p className="mb-4 rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
            {t("failedTitle")}: {told.text}
          </p>
        )}
      </div>
      {links.length > 0 && (
        <ul aria-label={t("list")} className="divide-y rounded-md border">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
      {channels.length > 0 && (
        <ul aria-label={t("available")} className="mt-4 divide-y rounded-md border first:mt-0">
          {channels.map((channel) => (
            <LinkableRow key={channel.id} channel={channel} onDirectory={() => setDirectory(channel)} />
          ))}
        </ul>
      )}
      <LazyBoundary onFailure={() => setDirectory(null)}>
        {directory && <DirectoryDialog channel={directory} onClose={() => setDirectory(null)} />}
      </LazyBoundary>
    </SettingsSection>
  );
}

function Logo({ url }: { url: string | null }) {
  // biome-ignore lint/performance/noImgElement: one small picture of our own
  if (url) return <img alt="" src={url} width={20} height={20} className="size-5 shrink-0 object-contain" />;
  return <Link2 aria-hidden size={16} strokeWidth={1.75} className="mx-0.5 shrink-0 text-fg-3" />;
}

function LinkRow({ link }: { link: LinkDto }) {
  const t = useTranslations("personal.links");
  const moments = useMoments();
  const channelName = useChannelName();
  const { remove } = useLinkActions();
  const day = (iso: string) => moments.day(iso);
  const { id, channel, label, issuer, isOn, createdAt, lastUsedAt, logoUrl } = link;
  const name = channel ? channelName(channel) : isOn ? issuer : t("gone");

  const handleRemove = () =>
    confirm({
      title: t("unlinkTitle"),
      description: t("unlinkText", { name: label ? `${name} (${label})` : name }),
      okButton: t("unlink"),
      destructive: true,
      onOk: async () => {
        await remove.mutateAsync(id);
        toast.success(t("unlinked"));
      },
    });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
      <Logo url={logoUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <span className="truncate">{name}</span>
          {!isOn && <Badge>{t("off")}</Badge>}
        </p>
        <p className="break-words text-fg-3 text-xs">
          {label && <span className="text-fg-2">{label} · </span>}
          {t("since", { date: day(createdAt) })} ·{" "}
          {lastUsedAt ? t("lastUsed", { date: day(lastUsedAt) }) : t("neverUsed")}
        </p>
      </div>
      <Button size="sm" icon={Unlink} aria-label={t("unlinkNamed", { name })} onClick={handleRemove}>
        {t("unlink")}
      </Button>
    </li>
  );
}

function LinkableRow({ channel, onDirectory }: { channel: LinkableDto; onDirectory: () => void }) {
  const t = useTranslations("personal.links");
  const channelName = useChannelName();
  const { begin } = useLinkActions();
  const name = channelName(channel);
  // The answer leads away from here: the button waits until the other site is there.
  const handleLink = () => {
    if (channel.kind === "ldap") return onDirectory();
    begin.mutate(channel.id, { onSuccess: (begun) => "url" in begun && window.location.assign(begun.url) });
  };
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <Logo url={channel.logoUrl} />
      <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
      <Button
        size="sm"
        aria-label={t("link", { name })}
        aria-haspopup={channel.kind === "ldap" ? "dialog" : undefined}
        loading={begin.isPending || begin.isSuccess}
        onClick={handleLink}
      >
        {t("linkShort")}
      </Button>
    </li>
  );
}
