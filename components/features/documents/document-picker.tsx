"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useId, useState } from "react";
import { FileIcon } from "@/components/common/file-icon";
import { SearchInput } from "@/components/common/search-input";
import { useWhen } from "@/components/common/use-moments";
import { Checkbox } from "@/components/ui/checkbox";
import { NO_FILTER } from "@/lib/features/documents/filter";
import { documentsQuery } from "@/lib/features/documents/hooks";
import { DOCUMENTS_MAX } from "@/lib/features/documents/limits";
import { isFailed } from "@/lib/ingestion/client/status";
import { DocumentState } from "./document-state";

interface DocumentPickerProps {
  /** Already chosen; they keep their place. */
  initial: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Chooses one to ten documents by name. */
export function DocumentPicker({ initial, onChange }: DocumentPickerProps) {
  const t = useTranslations("documents.picker");
  const when = useWhen();
  const id = useId();
  const [keyword, setKeyword] = useState("");
  const [picked, setPicked] = useState(initial);
  const { data, isError } = useQuery(
    documentsQuery({ ...NO_FILTER, pageSize: 50, keyword: useDeferredValue(keyword) }),
  );
  const isFull = picked.length >= DOCUMENTS_MAX;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog learns the first state once
  useEffect(() => onChange(initial), []);

  const toggle = (documentId: string) => {
    const next = picked.includes(documentId) ? picked.filter((each) => each !== documentId) : [...picked, documentId];
    setPicked(next);
    onChange(next);
  };
  return (
    <div>
      <SearchInput label={t("search")} value={keyword} onChange={setKeyword} soft />
      <p role="status" className="tnum mt-2 text-xs text-fg-3">
        {t("picked", { count: picked.length, max: DOCUMENTS_MAX })}
      </p>
      {isError && !data && <p className="py-6 text-center text-sm text-fg-3">{t("failed")}</p>}
      {data?.items.length === 0 && <p className="py-6 text-center text-sm text-fg-3">{t("none")}</p>}
      <ul className="mt-1 max-h-80 overflow-y-auto">
        {data?.items.map((document) => {
          const isPicked = picked.includes(document.id);
          const isLocked = !isPicked && (isFull || isFailed(document.parse.status));
          return (
            <li
              key={document.id}
              className="flex min-h-10 items-center gap-2.5 border-b last:border-b-0 pointer-coarse:min-h-11"
            >
              <Checkbox
                id={`${id}-${document.id}`}
                checked={isPicked}
                disabled={isLocked}
                onCheckedChange={() => toggle(document.id)}
              />
              <label htmlFor={`${id}-${document.id}`} className="flex min-w-0 flex-1 items-center gap-2 text-sm">
                <FileIcon format={document.format} size={16} />
                <span className="min-w-0 flex-1 truncate">{document.name}</span>
              </label>
              {document.parse.status === "ready" ? (
                <span className="tnum shrink-0 text-xs text-fg-3">{when(document.lastReadAt)}</span>
              ) : (
                <DocumentState parse={document.parse} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
