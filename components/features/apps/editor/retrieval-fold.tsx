"use client";

import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";

const RetrievalPart = lazy(() => import("./retrieval-part").then((module) => ({ default: module.RetrievalPart })));

interface RetrievalFoldProps {
  appId: string;
  retrieval: OwnRetrieval;
  options: ConversationOptions;
  onChange: (retrieval: OwnRetrieval) => void;
}

/** How bases are searched, behind a button that says how much of it is set. */
export function RetrievalFold({ appId, retrieval, options, onChange }: RetrievalFoldProps) {
  const t = useTranslations("apps-editor.bases");
  const [isMore, setIsMore] = useState(false);
  return (
    <>
      <Button size="sm" aria-expanded={isMore} onClick={() => setIsMore(!isMore)}>
        {t(isMore ? "fewer" : "retrieval", { count: Object.keys(retrieval).length })}
      </Button>
      <LazyBoundary onFailure={() => setIsMore(false)} fallback={<Skeleton className="h-24 w-full" />}>
        {isMore && (
          <RetrievalPart appId={appId} retrieval={retrieval} chatModels={options.models.items} onChange={onChange} />
        )}
      </LazyBoundary>
    </>
  );
}
