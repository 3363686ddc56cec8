"use client";

import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { SearchInput } from "@/components/common/search-input";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { toast } from "@/lib/client/toast";
import { fileAddress } from "@/lib/features/knowledge/file-filter";
import { filesQuery } from "@/lib/features/knowledge/file-hooks";
import { QA_GENERATED_FILES_MAX, QA_GENERATED_MAX } from "@/lib/features/knowledge/limits";
import { isUnderWay, qaWorkQuery, useQaActions } from "@/lib/features/knowledge/qa-hooks";
import { LastGeneration, QaWork } from "./qa-work";

const USUAL = 20;

/** Pairs a model makes of files: which files, how many, and what became of the last run. */
export function GenerateDrawer({ baseId, onClose }: { baseId: string; onClose: () => void }) {
  const t = useTranslations("knowledge-qa.generate");
  const id = useId();
  const [keyword, setKeyword] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [count, setCount] = useState(String(USUAL));
  const files = useQuery(filesQuery(baseId, { ...fileAddress.plain, keyword, status: "ready", pageSize: 100 }));
  const { data: work } = useQuery(qaWorkQuery(baseId));
  const { generate } = useQaActions(baseId);
  const isBusy = isUnderWay(work?.generation ?? undefined);
  const wanted = Number(count);
  const isFull = chosen.size >= QA_GENERATED_FILES_MAX;
  const isFit = chosen.size > 0 && Number.isInteger(wanted) && wanted >= 1 && wanted <= QA_GENERATED_MAX;
  const toggle = (fileId: string) => {
    const next = new Set(chosen);
    if (!next.delete(fileId)) next.add(fileId);
    setChosen(next);
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        className="space-y-4 text-sm"
        footer={
          <Button
            variant="primary"
            icon={Sparkles}
            disabled={!isFit || isBusy}
            loading={generate.isPending}
            onClick={() =>
              generate.mutate({ fileIds: [...chosen], count: wanted }, { onSuccess: () => toast.success(t("begun")) })
            }
          >
            {t("start")}
          </Button>
        }
      >
        <p className="text-fg-2">{t("text")}</p>
        <QaWork baseId={baseId} />
        {work?.generation && !isBusy && <LastGeneration work={work.generation} />}
        <fieldset className="space-y-2">
          <legend className="mb-1.5">{t("files")}</legend>
          <SearchInput label={t("find")} value={keyword} onChange={setKeyword} />
          <p className="tnum text-fg-3 text-xs">
            {t("filesHint", { chosen: chosen.size, max: QA_GENERATED_FILES_MAX })}
          </p>
          {files.data?.total === 0 && <p className="text-fg-3">{t("noFiles")}</p>}
          {files.data && files.data.total > 0 ? (
            <ul className="max-h-80 divide-y overflow-y-auto rounded-md border">
              {files.data.items.map((file) => (
                <li key={file.id}>
                  <label
                    htmlFor={`${id}-${file.id}`}
                    className="flex min-h-10 cursor-pointer items-center gap-2.5 px-3 py-1.5"
                  >
                    <Checkbox
                      id={`${id}-${file.id}`}
                      checked={chosen.has(file.id)}
                      disabled={isFull && !chosen.has(file.id)}
                      onCheckedChange={() => toggle(file.id)}
                    />
                    <span className="min-w-0 truncate">{file.name}</span>
                  </label>
                </li>
              ))}
            </ul>
          ) : (
            <PanelState query={files} />
          )}
        </fieldset>
        <Field id={id} label={t("count")} required>
          <Input
            id={id}
            type="number"
            inputMode="numeric"
            min={1}
            max={QA_GENERATED_MAX}
            value={count}
            onChange={(event) => setCount(event.target.value)}
            className="w-32"
          />
        </Field>
        <FormFailure error={generate.error} />
      </SheetContent>
    </Sheet>
  );
}
