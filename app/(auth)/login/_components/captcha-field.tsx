"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field, fieldMessageId } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import type { Captcha } from "./use-captcha";

interface CaptchaFieldProps {
  captcha: Captcha;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

export function CaptchaField({ captcha, value, error, onChange, onBlur }: CaptchaFieldProps) {
  const t = useTranslations("auth.login");
  const failed = captcha.failed ? t("captchaFailed") : undefined;
  return (
    <Field id="vfCode" label={t("captcha")} error={error ?? failed}>
      <div className="flex items-center gap-2">
        <Input
          id="vfCode"
          name="vfCode"
          size="lg"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={12}
          className="min-w-0 flex-1"
          placeholder={t("captchaPlaceholder")}
          value={value}
          invalid={Boolean(error)}
          aria-describedby={fieldMessageId("vfCode", error, failed)}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        <div className="grid h-10 w-30 place-items-center overflow-hidden rounded-sm border bg-paper">
          {captcha.image ? (
            // biome-ignore lint/performance/noImgElement: a data address, nothing to optimise
            <img src={captcha.image} alt={t("captchaImage")} className="h-full w-full object-contain" />
          ) : (
            <span className="skel h-full w-full" />
          )}
        </div>
        <IconButton icon={RefreshCw} label={t("captchaRefresh")} size={32} onClick={captcha.load} />
      </div>
    </Field>
  );
}
