"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/lib/client/toast";

interface CopyButtonProps {
  text: string | (() => string);
  size?: 24 | 28 | 32;
  label?: string;
}

const DONE_MS = 1500;

export function CopyButton({ text, size = 28, label }: CopyButtonProps) {
  const t = useTranslations("common");
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
      setCopied(true);
      toast.success({ key: "copied" });
    } catch {
      toast.error({ key: "copyFailed" });
    }
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={label ?? t("action.copy")}
      size={size}
      iconSize={size === 24 ? 13 : 15}
      onClick={handleCopy}
    />
  );
}
