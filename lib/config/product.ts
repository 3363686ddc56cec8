import "server-only";
import { loadConfig } from "./system-config";

export interface ProductInfo {
  nameZh: string;
  nameEn: string;
  /** Text of the browser's tab. */
  title: string;
  iconUrl: string | null;
}

/** Name, title and icon of this installation, from basic config. */
export async function productInfo(): Promise<ProductInfo> {
  const config = await loadConfig("customConfig");
  return {
    nameZh: config.productNameZh,
    nameEn: config.productNameEn,
    title: config.browserPageSignature || config.productNameZh,
    iconUrl: config.iconFileId && `/public/file/download-by-Id?fileId=${config.iconFileId}`,
  };
}
