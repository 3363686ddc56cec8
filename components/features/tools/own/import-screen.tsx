"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useStoppable } from "@/components/common/use-stoppable";
import { FormFailure } from "@/components/form/form-failure";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/client/api-error";
import { MCP_TOOLS_MAX } from "@/lib/config/tool-kinds";
import type { ApiImportDto, OwnServerDetailDto } from "@/lib/features/tools/own-dto";
import { readOperations, useOwnToolActions } from "@/lib/features/tools/own-hooks";
import { type ImportForm, importForm } from "@/lib/features/tools/own-schema";
import { authOf } from "@/lib/features/tools/schema";
import { isMoved } from "@/lib/net/moved-address";
import { authValues } from "../auth-fields";
import { CurrentTools } from "./current-tools";
import { ImportSource, type Source } from "./import-source";
import { OperationList } from "./operation-list";
import { AuthSection, OwnEditor, StoredOwn } from "./own-editor";
import { OwnSection } from "./own-frame";

/** So many operations are all chosen at first. */
const ALL_PICKED = 12;

/** Tools of a description: new ones, or those of an id. */
export function ImportScreen({ id }: { id: string | null }) {
  const t = useTranslations("tools-own.import");
  if (id === null) return <ImportEditor />;
  return (
    <StoredOwn key={id} id={id} title={t("edit")} isByHand={false}>
      {(server) => <ImportEditor key={server.revision} server={server} />}
    </StoredOwn>
  );
}

function ImportEditor({ server }: { server?: OwnServerDetailDto }) {
  const t = useTranslations("tools-own.import");
  const router = useRouter();
  const formId = useId();
  const { create, edit } = useOwnToolActions();
  const form = useZodForm(importForm, valuesOf(server));
  const [source, setSource] = useState<Source>(() => sourceOf(server));
  const [found, setFound] = useState<ApiImportDto | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isEmpty, setIsEmpty] = useState(false);
  const { isRunning, failure, start, stop } = useStoppable();
  const given = ({ origin, url, file }: Source) => ({
    // Of a file: where its relative addresses stand.
    ...(url.trim() && { url: url.trim() }),
    ...(origin === "file" && file && { document: file.text }),
  });

  const handleRead = (of: Source) =>
    start(async (signal) => {
      setFound(null);
      const values = form.getValues();
      const auth = authOf(values) ?? { kind: "none" as const };
      // A description may be told to its readers only; what is stored goes to where it is stored for.
      const access = values.authSecret ? { auth, secret: values.authSecret } : {};
      const read = await readOperations({ ...given(of), ...access, ...(server && { id: server.id }) }, signal);
      setFound(read);
      setIsEmpty(false);
      const there = read.operations.filter(({ state }) => state !== "removed");
      const first = server ? there.filter(({ chosen }) => chosen) : there.length <= ALL_PICKED ? there : [];
      setPicked(new Set(first.map(({ id }) => id)));
      if (!values.name) form.setValue("name", read.title.slice(0, 80), { shouldDirty: true });
    });
  const chosen = () =>
    (found?.operations ?? [])
      .filter(({ id, state }) => picked.has(id) && state !== "removed")
      .map(({ id, method, address, revision }) => ({ id, method, address, revision }));
  const saving = useSaveForm(form, {
    revision: server?.revision,
    toValues: (current: { name: string }) => ({ ...valuesOf(server), name: current.name }),
    toast: server ? undefined : t("created"),
    save: async (values, revision) => {
      const operations = chosen();
      if ((found || !server) && operations.length === 0) {
        setIsEmpty(true);
        return false;
      }
      const { name, authSecret } = values;
      const auth = authOf(values) ?? { kind: "none" as const };
      const input = { name, auth, ...(authSecret && { secret: authSecret }) };
      if (!server) return create.mutateAsync({ ...input, ...given(source), operations });
      await edit.mutateAsync({ id: server.id, revision, ...input, ...(found && { ...given(source), operations }) });
      return null;
    },
    onSaved: (made) => {
      if (made) router.replace(`/apps/custom-import?id=${made.id}`);
      else setFound(null);
    },
  });
  const count = chosen().length;
  return (
    <OwnEditor
      formId={formId}
      titles={{ new: t("title"), edit: t("edit") }}
      server={server}
      saving={saving}
      actions={
        <Button variant="primary" type="submit" form={formId} disabled={isRunning} loading={saving.isSaving}>
          {!server ? t("create", { count }) : found ? t("update", { count }) : t("saveOnly")}
        </Button>
      }
    >
      <OwnSection id={`${formId}-source`} title={t("source")} hint={t("sourceHint")}>
        <ImportSource
          source={source}
          onChange={(next) => {
            setSource(next);
            setFound(null);
          }}
          isFixed={server !== undefined}
          hasRead={found !== null}
          isReading={isRunning}
          onRead={(of) => void handleRead(of)}
          onStop={stop}
        />
        <ReadFailure error={failure} />
        {found && <FoundLine found={found} isCompared={server !== undefined} />}
      </OwnSection>
      <OwnSection id={`${formId}-name`} title={t("name")} hint={t("nameHint")}>
        <div className="max-w-120">
          <TextField<ImportForm> name="name" label={t("name")} required maxLength={80} autoComplete="off" />
        </div>
      </OwnSection>
      <AuthSection server={server} isMovedAway={server?.origin === "url" && isMoved(server.url, source.url)} />
      <OwnSection
        id={`${formId}-operations`}
        title={found ? t("operations") : server ? t("current") : t("operations")}
        hint={found ? t("operationsHint", { max: MCP_TOOLS_MAX }) : undefined}
      >
        {found ? (
          <OperationList operations={found.operations} picked={picked} onPick={setPicked} />
        ) : server ? (
          <CurrentTools tools={server.tools} />
        ) : (
          <p className="text-fg-3 text-sm">{t("notRead")}</p>
        )}
        {isEmpty && count === 0 && (
          <p role="alert" className="mt-2 text-danger-ink text-xs">
            {t("none")}
          </p>
        )}
      </OwnSection>
    </OwnEditor>
  );
}

/** Why a description could not be read; of a broken one where it is broken. */
function ReadFailure({ error }: { error: unknown }) {
  if (!error) return null;
  const detail = error instanceof ApiError ? (error.data as { detail?: unknown } | null)?.detail : null;
  return (
    <div className="mt-3 max-w-180 space-y-1">
      <FormFailure error={error} />
      {typeof detail === "string" && <p className="break-words font-mono text-fg-2 text-xs">{detail}</p>}
    </div>
  );
}

function FoundLine({ found, isCompared }: { found: ApiImportDto; isCompared: boolean }) {
  const t = useTranslations("tools-own.import");
  const format = useFormatter();
  const { title, version, operations, durationMs } = found;
  const countOf = (wanted: string) => operations.filter(({ state }) => state === wanted).length;
  const seconds = format.number(durationMs / 1000, { maximumFractionDigits: 2 });
  const count = operations.length - countOf("removed");
  return (
    <div role="status" className="mt-3 text-sm">
      <p>{t("found", { title, version, count, seconds })}</p>
      {isCompared && (
        <p className="text-fg-2 text-xs">
          {t("compared", { added: countOf("new"), changed: countOf("changed"), removed: countOf("removed") })}
        </p>
      )}
    </div>
  );
}

const valuesOf = (server: OwnServerDetailDto | undefined): ImportForm => ({
  name: server?.name ?? "",
  ...authValues(server?.auth ?? { kind: "none" }, server?.hasSecret ?? false),
});

const sourceOf = (server: OwnServerDetailDto | undefined): Source => ({
  origin: server?.origin === "file" ? "file" : "url",
  url: server?.url ?? "",
  file: null,
});
