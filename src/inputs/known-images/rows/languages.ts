/** Base images and languages. For the format see `../read-rows.ts`. */
export const languages = `
docker.io/library/alpine
  3.23 3848507B repo-info/alpine/remote/3.23.md 3848507B
  latest 3.65MB..3.87MB event 1
docker.io/library/busybox
  1.28 727869B event 1
  1.34.1 777kB k3s-1.24 1
  1.36 2592863B repo-info/busybox/remote/1.36.md 2592863B
  1.37.0 2.15MB k3d-gitlab 1
  1.38.0 2226327B repo-info/busybox/remote/1.38.0.md 1
  stable-musl 877kB k3s-2026 1
  latest 2.15MB..2.6MB same-family 1
docker.io/library/ubuntu
  22.04 29.5MB repo-info/ubuntu/remote/22.04.md 1
  24.04 29.7MB event 1
  latest 29.7MB..41.6MB event 1
docker.io/library/debian
  trixie 49312314B repo-info/python/remote/3.12.md 49312314B
  12 48.5MB..49.3MB same-family 1
  latest 49.3MB repo-info/python/remote/3.12.md 1
  bookworm-slim 28MB..30MB same-family 1
public.ecr.aws/amazonlinux/amazonlinux
  2023-minimal 37442365B event 1
docker.io/bitnami/minideb
  stretch 22.2MB k3s-1.24 1
docker.io/library/python
  3.11 408944640B event
  3.12 410908459B repo-info/python/remote/3.12.md 49312314B+25638637B+67797999B+236319920B+6100758B+25738585B+246B
  3.12-slim 43474862B event
  3.12.13-slim 43188023B repo-info/python/remote/3.12-slim.md 29780765B+1293276B+12113733B+249B
  3.11-alpine 23003038B event
  3.14-alpine 17774999B repo-info/python/remote/3.14-alpine.md 3849738B+416264B+13508749B+248B
docker.io/library/node
  20 398758453B event
  22.23.2 408499334B repo-info/node/remote/22.md 48503440B+24056077B+64424271B+211707818B+3321B+58553286B+1250675B+446B
  22.23.2-slim 79893445B repo-info/node/remote/22-slim.md 28238443B+3311B+49938232B+1713012B+447B
  18-alpine 44929293B event
  20-alpine 42MB..52MB same-family
docker.io/library/ruby
  2.7 330MB on-disk
  3.0 335MB on-disk
docker.io/library/golang
  1.23 293403951B event
docker.io/library/eclipse-temurin
  17-jre 109229997B repo-info/eclipse-temurin/remote/17-jre.md
  25-jre-alpine 75490424B repo-info/eclipse-temurin/remote/25-jre-alpine.md 3849738B+9514464B+62123631B+128B+2463B
docker.io/stacksimplify/kubenginx
  1.0.0 51MB k3s-kong
`;
