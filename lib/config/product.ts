import "server-only";
import type { Locale } from "../i18n/locales";
import { loadConfig } from "./system-config";

export interface ProductInfo {
  nameZh: string;
  nameEn: string;
  /** Text of the browser's tab. */
  title: string;
  iconUrl: string | null;
  /** A wide picture that stands for mark and name. */
  logoUrl: string | null;
}

/** Where a picture of the configuration is fetched; anybody may. */
export function publicImageUrl(fileId: string | null): string | null {
  return fileId && `/public/file/download-by-Id?fileId=${fileId}`;
}

/** What the login page shows in a language; empty texts are the product's own. */
export interface LoginLook {
  title: string;
  subtitle: string;
  tagline: string;
  imageUrl: string | null;
}

export async function loginLook(locale: Locale): Promise<LoginLook> {
  const config = await loadConfig("customConfig");
  const isChinese = locale === "zh_CN";
  return {
    title: isChinese ? config.loginTitleZh : config.loginTitleEn,
    subtitle: isChinese ? config.loginSubtitleZh : config.loginSubtitleEn,
    tagline: isChinese ? config.loginTaglineZh : config.loginTaglineEn,
    imageUrl: publicImageUrl(config.loginImageFileId),
  };
}

/** Name, title and icon of this installation, from basic config. */
export async function productInfo(): Promise<ProductInfo> {
  const config = await loadConfig("customConfig");
  return {
    nameZh: config.productNameZh,
    nameEn: config.productNameEn,
    title: config.browserPageSignature || config.productNameZh,
    iconUrl: publicImageUrl(config.iconFileId),
    logoUrl: publicImageUrl(config.logoFileId),
  };
}
