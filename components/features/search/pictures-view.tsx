"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SafeLink } from "@/components/chat/safe-link";
import { picturesQuery } from "@/lib/features/search/hooks";
import { Making } from "./making";

/** Pictures for the question of an answer; each leads to the page it stands on. */
export function PicturesView({ answerId }: { answerId: string }) {
  const t = useTranslations("search.after");
  const { data, error, isFetching, refetch } = useQuery(picturesQuery(answerId));
  if (!data) return <Making error={error} isFetching={isFetching} onRetry={() => void refetch()} />;
  return (
    <ul className="grid grid-cols-2 gap-3 p-4 sm:grid-cols-4">
      {data.items.map(({ fileId, title, address }) => (
        <li key={fileId} className="min-w-0">
          <SafeLink
            href={address}
            aria-label={`${title || t("pictures")}. ${t("pictureOf", { host: hostOf(address) })}`}
            className="block rounded-md focus-visible:outline-2"
          >
            {/* biome-ignore lint/performance/noImgElement: a file of the person's, served by us, of unknown size */}
            <img
              src={`/api/files/${fileId}`}
              alt=""
              loading="lazy"
              className="aspect-4/3 w-full rounded-md border bg-subtle object-cover"
            />
            <span className="mt-1 block truncate text-fg-3 text-xs">{title || hostOf(address)}</span>
          </SafeLink>
        </li>
      ))}
    </ul>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);
