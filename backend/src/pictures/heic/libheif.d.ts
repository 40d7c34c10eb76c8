/** The functions of libheif's C interface that are used. Numbers are addresses in the memory of WebAssembly. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Heif {
    HEAPU8: Uint8Array;
    HEAPU32: Uint32Array;
    _malloc(bytes: number): number;
    _heif_context_alloc(): number;
    _heif_context_read_from_memory_without_copy(
      error: number,
      context: number,
      file: number,
      bytes: number,
      options: number,
    ): void;
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
    _heif_decoding_options_alloc(): number;
    _heif_decode_image(
      error: number,
      handle: number,
      image: number,
      colorspace: number,
      chroma: number,
      options: number,
    ): void;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
    _heif_image_get_nclx_color_profile(error: number, image: number, profile: number): void;
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
    _heif_image_handle_is_premultiplied_alpha(handle: number): number;
    _heif_image_handle_get_raw_color_profile_size(handle: number): number;
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, target: number): void;
  }
  const heif: Heif;
  export default heif;
}
