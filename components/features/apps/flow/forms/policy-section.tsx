"use client";

import { useTranslations } from "next-intl";
import { type NodePolicy, type NodeType, ON_ERROR } from "@/lib/features/apps/workflow/graph";
import { NODE_SECONDS_MAX, NODE_TOKENS_MAX, RETRIES_MAX, RETRY_SECONDS_MAX } from "@/lib/features/apps/workflow/limits";
import { hasEffect } from "@/lib/features/apps/workflow/outputs";
import { SwitchRow } from "../../editor/part";
import { FormSection } from "./form-section";
import { useNodeForm } from "./node-form";
import { NumberRow } from "./number-row";
import { SelectRow } from "./select-row";

/** Kinds that ask a model, themselves or inside. */
const ASKS: readonly NodeType[] = ["model", "classifier", "extract", "iteration", "loop", "app"];
/** Kinds for which a person is waited for have a deadline instead. */
const WAITS: readonly NodeType[] = ["human"];

/** What happens when a node fails or takes too long, and how much it may use. */
export function PolicySection() {
  const t = useTranslations("apps-flow.policy");
  const { node, set } = useNodeForm();
  const { policy } = node.data;
  if (node.type === "start") return null;
  const change = (patch: Partial<NodePolicy>) =>
    set({ policy: { ...policy, ...patch } }, `policy.${Object.keys(patch).join()}`);
  const isWaiting = WAITS.includes(node.type);
  const isTouched =
    policy.timeout !== undefined || policy.retries > 0 || policy.onError !== "stop" || policy.maxTokens !== undefined;
  return (
    <FormSection title={t("title")} folded={!isTouched} meta={isTouched ? t(`onErrors.${policy.onError}`) : undefined}>
      {!isWaiting && (
        <div className="grid grid-cols-3 gap-2" data-field="policy">
          <NumberRow
            label={t("timeout")}
            unit={t("seconds")}
            unset={t("usual")}
            min={1}
            max={NODE_SECONDS_MAX}
            value={policy.timeout}
            onChange={(timeout) => change({ timeout })}
          />
          <NumberRow
            label={t("retries")}
            unit={t("times")}
            min={0}
            max={RETRIES_MAX}
            value={policy.retries}
            onChange={(retries) => retries !== undefined && change({ retries })}
          />
          <NumberRow
            label={t("pause")}
            unit={t("seconds")}
            min={0}
            max={RETRY_SECONDS_MAX}
            value={policy.pause}
            onChange={(pause) => pause !== undefined && change({ pause })}
          />
        </div>
      )}
      <SelectRow
        label={t("onError")}
        value={policy.onError}
        options={ON_ERROR.map((value) => ({ value, label: t(`onErrors.${value}`) }))}
        hint={policy.onError === "branch" ? t("branchHint") : undefined}
        onChange={(onError) => change({ onError })}
      />
      {ASKS.includes(node.type) && (
        <NumberRow
          label={t("maxTokens")}
          unit="tokens"
          unset={t("noLimit")}
          hint={t("maxTokensHint")}
          min={1}
          max={NODE_TOKENS_MAX}
          value={policy.maxTokens}
          onChange={(maxTokens) => change({ maxTokens })}
        />
      )}
      {hasEffect(node) && (
        <SwitchRow
          label={t("repeatable")}
          hint={t("repeatableHint")}
          checked={policy.repeatable}
          onChange={(repeatable) => change({ repeatable })}
        />
      )}
    </FormSection>
  );
}
