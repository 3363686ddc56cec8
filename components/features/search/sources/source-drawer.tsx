"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { toast } from "@/lib/client/toast";
import type { SourceDetailDto } from "@/lib/features/search/sources/dto";
import { sourceQuery, useSourceActions } from "@/lib/features/search/sources/hooks";
import { SOURCE_DESCRIPTION_MAX, SOURCE_GROUP_MAX, SOURCE_NAME_MAX } from "@/lib/features/search/sources/schema";
import { AddressTester } from "./address-tester";
import { DomainEditor } from "./domain-editor";
import { SourceIconField } from "./icon-button";
import { IndexFields } from "./index-fields";
import { inputOf, type SourceForm, sourceForm, valuesOf } from "./source-form";

interface SourceDrawerProps {
  /** Null: a new one. */
  id: string | null;
  /** The group a new one begins in. */
  group?: string;
  /** May make sources of the organisation. */
  mayShare: boolean;
  /** People may have their own sources read. */
  personal: boolean;
  /** Seconds between two calls of a site, whatever is asked for here. */
  leastPause: number;
  onPages: (source: SourceDetailDto) => void;
  onClose: () => void;
}

/** A source with its domains, its tester and how it is read. */
export function SourceDrawer({ id, ...props }: SourceDrawerProps) {
  const t = useTranslations("search-sources.form");
  const query = useQuery({ ...sourceQuery(id ?? ""), enabled: id !== null });
  if (id === null) return <Editor {...props} source={null} />;
  if (query.data) return <Editor key={query.data.id} {...props} source={query.data} />;
  return (
    <LoadingDrawer
      title={t("edit")}
      isError={query.isError}
      onRetry={() => void query.refetch()}
      onClose={props.onClose}
    />
  );
}

type EditorProps = Omit<SourceDrawerProps, "id"> & { source: SourceDetailDto | null };

function Editor({ source, group, mayShare, personal, leastPause, onPages, onClose }: EditorProps) {
  const t = useTranslations("search-sources");
  const { create, change, crawl } = useSourceActions();
  const form = useZodForm(sourceForm, valuesOf(source, group));
  const [lines, name, isIndexed, scope] = useWatch({
    control: form.control,
    name: ["lines", "name", "isIndexed", "scope"],
  });
  const [opened] = useState(source?.domains.join("\n") ?? "");
  const isReadOnly = source !== null && !source.canEdit;
  const isOff = scope === "own" && !personal;
  // What was read is read by other domains from now on.
  const reads = isIndexed && !isOff && (source === null || lines !== opened);
  const saving = useSaveForm<SourceForm, SourceForm, SourceDetailDto>(form, {
    revision: source?.revision,
    toValues: (current) => valuesOf(current),
    save: async (values, revision) => {
      const input = inputOf(values);
      const id = source
        ? (await change.mutateAsync({ id: source.id, revision, ...input })).id
        : (await create.mutateAsync({ ...input, shared: values.scope === "shared" })).id;
      if (!reads) return;
      await crawl.mutateAsync(id).then(
        () => toast.success(t("crawlBegun")),
        () => undefined, // said by the client's one place; the source is saved
      );
    },
    toast: reads ? false : undefined,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      title={t(source ? (isReadOnly ? "form.view" : "form.edit") : "form.new")}
      meta={source?.scope === "shared" ? t("scope.shared") : undefined}
      saving={saving}
      canSave={!isReadOnly}
      submitLabel={reads ? t("form.saveAndCrawl") : undefined}
      onClose={onClose}
    >
      <fieldset disabled={isReadOnly} className="min-w-0 space-y-4">
        <div className="flex gap-3">
          <SourceIconField id={source?.id ?? "new"} name={name} />
          <div className="grid min-w-0 flex-1 gap-3 md:grid-cols-2">
            <TextField<SourceForm>
              name="name"
              label={t("form.name")}
              required
              maxLength={SOURCE_NAME_MAX}
              autoComplete="off"
            />
            <TextField<SourceForm>
              name="group"
              label={t("form.inGroup")}
              placeholder={t("form.groupHint")}
              maxLength={SOURCE_GROUP_MAX}
              autoComplete="off"
            />
          </div>
        </div>
        <DomainEditor name="lines" disabled={isReadOnly} />
        <AddressTester lines={lines} />
        <IndexFields source={source} isOff={isOff} leastPause={leastPause} onPages={() => source && onPages(source)} />
        <TextareaField<SourceForm>
          name="description"
          label={t("form.description")}
          maxLength={SOURCE_DESCRIPTION_MAX}
          rows={2}
        />
        {source === null && mayShare && (
          <ScopeField value={scope} onChange={(value) => form.setValue("scope", value)} />
        )}
      </fieldset>
    </FormDrawer>
  );
}

function ScopeField({
  value,
  onChange,
}: {
  value: SourceForm["scope"];
  onChange: (value: SourceForm["scope"]) => void;
}) {
  const t = useTranslations("search-sources");
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span id={id} className="text-sm">
        {t("form.scope")}
      </span>
      <RadioGroup aria-labelledby={id} value={value} onValueChange={(next) => onChange(next as SourceForm["scope"])}>
        <RadioGroupItem value="own" label={t("scope.own")} />
        <RadioGroupItem value="shared" label={t("scope.shared")} />
      </RadioGroup>
    </div>
  );
}
