// A frame onto a canvas: by WebGL, or without it pixel by pixel.
import { solidColour, tableOf } from './colours.js';

export const notFinite = 65534;
export const inBody = 65535;
export const levels = 65533;

const vertexText = `#version 300 es
in vec2 corner;
uniform vec4 place;
out vec2 at;
void main() {
  at = corner;
  gl_Position = vec4(place.xy + corner * place.zw, 0.0, 1.0);
}`;

const fragmentText = `#version 300 es
precision highp float;
precision highp usampler2D;
uniform usampler2D values;
uniform sampler2D colours;
uniform vec2 size;
uniform vec2 scale;
uniform bool smoothly;
uniform vec3 solid;
in vec2 at;
out vec4 colour;
uint value(ivec2 p) { return texelFetch(values, clamp(p, ivec2(0), ivec2(size) - 1), 0).r; }
// Whether the edge of a body is near: a pixel and a half of the screen.
bool outlined(vec2 near) {
  vec2 p = at * size;
  ivec2 i = ivec2(floor(p));
  vec2 f = p - floor(p);
  bool left = f.x < near.x && value(i - ivec2(1, 0)) != 65535u;
  bool right = 1.0 - f.x < near.x && value(i + ivec2(1, 0)) != 65535u;
  bool below = f.y < near.y && value(i - ivec2(0, 1)) != 65535u;
  bool above = 1.0 - f.y < near.y && value(i + ivec2(0, 1)) != 65535u;
  return left || right || below || above;
}
void main() {
  vec2 near = 1.5 * fwidth(at * size);
  uint nearest = value(ivec2(floor(at * size)));
  if (nearest == 65535u) { colour = vec4(outlined(near) ? solid * 0.35 : solid, 1.0); return; }
  if (nearest == 65534u) { colour = vec4(0.0); return; }
  float level = float(nearest);
  if (smoothly) {
    vec2 p = at * size - 0.5;
    ivec2 i = ivec2(floor(p));
    vec2 f = p - floor(p);
    uvec4 v = uvec4(value(i), value(i + ivec2(1, 0)), value(i + ivec2(0, 1)), value(i + ivec2(1, 1)));
    if (all(lessThan(v, uvec4(65534u)))) {
      vec4 w = vec4(v);
      level = mix(mix(w.x, w.y, f.x), mix(w.z, w.w, f.x), f.y);
    }
  }
  float part = clamp(level * scale.x + scale.y, 0.0, 1.0);
  colour = vec4(texture(colours, vec2((part * 255.0 + 0.5) / 256.0, 0.5)).rgb, 1.0);
}`;

function shader(gl, kind, text) {
  const made = gl.createShader(kind);
  gl.shaderSource(made, text);
  gl.compileShader(made);
  if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(made));
  return made;
}

// part = level · x + y, where level counts from the frame's lowest value to its highest.
const scaleOf = (frame, range) => {
  const width = range.high - range.low;
  return [(frame.high - frame.low) / levels / width, (frame.low - range.low) / width];
};

class GlPainter {
  constructor(canvas) {
    const gl = canvas.getContext('webgl2', { antialias: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error('no WebGL');
    this.gl = gl;
    this.program = gl.createProgram();
    gl.attachShader(this.program, shader(gl, gl.VERTEX_SHADER, vertexText));
    gl.attachShader(this.program, shader(gl, gl.FRAGMENT_SHADER, fragmentText));
    gl.linkProgram(this.program);
    gl.useProgram(this.program);
    const corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, corners);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
    const corner = gl.getAttribLocation(this.program, 'corner');
    gl.enableVertexAttribArray(corner);
    gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
    this.values = this.texture(0);
    this.colours = this.texture(1);
    this.uniform = (name) => gl.getUniformLocation(this.program, name);
    gl.uniform1i(this.uniform('values'), 0);
    gl.uniform1i(this.uniform('colours'), 1);
    gl.uniform3fv(this.uniform('solid'), solidColour.map((c) => c / 255));
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }
  texture(unit) {
    const { gl } = this;
    const made = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, made);
    for (const key of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, key, gl.NEAREST);
    for (const key of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, key, gl.CLAMP_TO_EDGE);
    return made;
  }
  paint(frame, area, range, map, smooth) {
    const { gl } = this;
    const { width, height } = gl.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (this.shown !== frame) {
      gl.activeTexture(gl.TEXTURE0);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R16UI, frame.width, frame.height, 0, gl.RED_INTEGER, gl.UNSIGNED_SHORT, frame.values.subarray(0, frame.width * frame.height));
      this.shown = frame;
    }
    if (this.map !== map) {
      gl.activeTexture(gl.TEXTURE1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, tableOf(map));
      this.map = map;
    }
    const [x, y] = [(2 * area.x) / width - 1, 1 - (2 * (area.y + area.height)) / height];
    gl.uniform4f(this.uniform('place'), x, y, (2 * area.width) / width, (2 * area.height) / height);
    gl.uniform2f(this.uniform('size'), frame.width, frame.height);
    gl.uniform2fv(this.uniform('scale'), scaleOf(frame, range));
    gl.uniform1i(this.uniform('smoothly'), smooth ? 1 : 0);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
}

class PlainPainter {
  constructor(canvas) {
    this.context = canvas.getContext('2d');
    this.small = document.createElement('canvas');
  }
  paint(frame, area, range, map, smooth) {
    const { small, context } = this;
    [small.width, small.height] = [frame.width, frame.height];
    const image = new ImageData(frame.width, frame.height);
    const [x, y] = scaleOf(frame, range);
    const table = tableOf(map);
    for (let j = 0; j < frame.height; ++j)
      for (let i = 0; i < frame.width; ++i) {
        const level = frame.values[j * frame.width + i];
        const to = 4 * ((frame.height - 1 - j) * frame.width + i);
        if (level === notFinite) continue;
        const n = 4 * Math.round(255 * Math.min(1, Math.max(0, level * x + y)));
        for (let c = 0; c < 3; ++c) image.data[to + c] = level === inBody ? solidColour[c] : table[n + c];
        image.data[to + 3] = 255;
      }
    small.getContext('2d').putImageData(image, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.imageSmoothingEnabled = smooth;
    context.drawImage(small, area.x, area.y, area.width, area.height);
  }
}

export function painterFor(canvas) {
  try {
    return new GlPainter(canvas);
  } catch {
    const plain = canvas.cloneNode();
    canvas.replaceWith(plain);
    return new PlainPainter(plain);
  }
}
