"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/common/query-state";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { ReadDto } from "@/lib/features/records/dto";
import { readsQuery } from "@/lib/features/records/hooks";
import { useRecordTexts } from "./use-record-texts";

/** Who read the person's conversations, and when (spec B8). */
export function ReadsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("records.reads");
  const query = useInfiniteQuery(readsQuery);
  const reads = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="flex flex-col gap-3">
        <p className="text-fg-3 text-sm">{t("intro")}</p>
        {reads?.length === 0 && <p className="py-12 text-center text-fg-3 text-sm">{t("empty")}</p>}
        {reads && reads.length > 0 && (
          <ul className="divide-y rounded-md border">
            {reads.map((read) => (
              <ReadRow key={read.id} read={read} />
            ))}
          </ul>
        )}
        <QueryState query={query} className="h-24" />
        {query.hasNextPage && (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="self-center">
            {t("more")}
          </Button>
        )}
      </SheetContent>
    </Sheet>
  );
}

function ReadRow({ read }: { read: ReadDto }) {
  const t = useTranslations("records.reads");
  const texts = useRecordTexts();
  const { reader, href, call, hasConversation } = read;
  const name = reader.name || reader.account || t("gone");
  const time = call ? texts.wholeMoment(call.at) : "";
  return (
    <li className="px-3 py-2.5 text-sm">
      <p className="break-words">
        {call && !hasConversation ? (
          <span>{t("callOut", { name, time, app: texts.app(call.app) })}</span>
        ) : (
          <>
            <span>{call ? t("callIn", { name, time }) : t("line", { name })}</span>{" "}
            {href ? (
              <Link href={href} className="rounded-xs font-semibold hover:text-primary-ink">
                {read.title || t("untitled")}
              </Link>
            ) : (
              <span className="text-fg-2">{read.title || t("removed")}</span>
            )}
          </>
        )}
      </p>
      <time dateTime={read.createdAt} className="tnum text-fg-3 text-xs">
        {texts.wholeMoment(read.createdAt)}
      </time>
    </li>
  );
}
