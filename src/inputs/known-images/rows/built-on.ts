/** Images that Dockerfiles on GitHub build on. Made by scripts/image-sizes/image-sizes.mjs. */
export const builtOn = `
docker.io/adhoc/odoo-base
  8.0 509255048B dockerfiles 48
  9.0 518764327B dockerfiles 45
docker.io/adhoc/odoo-ubuntu
  8.0 283567159B dockerfiles 12
  9.0 309222747B dockerfiles 12
docker.io/aerokube/ggr
  1.1.0 4185071B dockerfiles 2
  latest 6555044B dockerfiles 3
docker.io/library/aerospike
  3.8.1 60383037B dockerfiles 11
  3.14.1.1 73652519B dockerfiles 8
docker.io/aidanhs/ubuntu-docker
  18.04-17.03.2-ce 36059865B dockerfiles 6
docker.io/aiidateam/aiida-prerequisites
  v0.1.0 367312932B dockerfiles 18
  0.4.0 596466336B dockerfiles 19
docker.io/airhacks/haproxy
  latest 146842242B dockerfiles 3
docker.io/airhacks/java
  latest 140961207B dockerfiles 2
  14 398524572B dockerfiles 2
docker.io/airhacks/java-s2i
  latest 332644125B dockerfiles 5
docker.io/airhacks/kibana
  latest 193075800B dockerfiles 5
docker.io/airhacks/openliberty
  18.0.0.3 402497704B dockerfiles 3
  latest 402497704B dockerfiles 3
docker.io/airhacks/payara
  4.1.2.172 265112635B dockerfiles 7
  latest 401393543B dockerfiles 7
docker.io/airhacks/payara-configured
  latest 337921377B dockerfiles 5
docker.io/airhacks/payara-micro
  latest 194842186B dockerfiles 3
docker.io/airhacks/prometheus
  2.0.0 178758621B dockerfiles 4
  latest 178758621B dockerfiles 4
docker.io/airhacks/wildfly
  10.1.0.Final 280066818B dockerfiles 4
  latest 590093385B dockerfiles 4
docker.io/aler9/rtsp-simple-server
  v0.16.0-amd64 6907185B dockerfiles 2
  v0.23.4-armv7-rpi 223873137B dockerfiles 21
docker.io/alfpark/tensorflow
  0.10.0-cpu 290294193B dockerfiles 16
  1.2.1-gpu 1388817086B dockerfiles 23
docker.io/library/amazonlinux
  2016.09.0.20161028 101595959B dockerfiles 1
  2017.03.0.20170401-with-sources 348081797B dockerfiles 2
docker.io/ambakshi/perforce-base
  2016.2 106404931B dockerfiles 7
  latest 88339797B dockerfiles 4
docker.io/ambakshi/perforce-server
  2016.1 205830753B dockerfiles 17
  2018.1 155675510B dockerfiles 10
docker.io/ambroisemaupate/debian
  latest 131777949B dockerfiles 6
docker.io/ambroisemaupate/nginx
  latest 135177503B dockerfiles 10
docker.io/amd64/alpine
  3.1 2304403B dockerfiles 1
  latest 3622094B dockerfiles 1
docker.io/amd64/buildpack-deps
  yakkety 263212784B dockerfiles 8
  noble-scm 89579571B dockerfiles 3
docker.io/anapsix/alpine-java
  jdk 64692181B dockerfiles 2
  latest 48721492B dockerfiles 2
docker.io/angoca/db2-install
  10.5-ese 549300899B dockerfiles 11
  latest 523792672B dockerfiles 11
docker.io/apache/iotdb
  0.8.1 96151705B dockerfiles 5
  latest 279046078B dockerfiles 11
docker.io/apache/tika
  1.23-full 287716701B dockerfiles 9
  2.9.2.0-full 297645551B dockerfiles 3
docker.io/apiaryio/coreapp-ci
  4 296573703B dockerfiles 4
  node-python 565399549B dockerfiles 19
docker.io/apiaryio/oraclelinux
  node8 146566881B dockerfiles 2
  python36 151780032B dockerfiles 2
docker.io/apiaryio/sphinx-doc
  latest 147084172B dockerfiles 4
docker.io/appbaseio/dejavu
  v0.10.0 413007896B dockerfiles 17
  latest 204710025B dockerfiles 10
docker.io/appsvc/rubybase
  2.3.3 198861392B dockerfiles 15
docker.io/appsvcorg/alpine-php-mysql
  0.1 161527156B dockerfiles 16
  0.32 81978196B dockerfiles 19
docker.io/appsvcorg/drupal-nginx-fpm
  0.2-test 83866217B dockerfiles 26
  0.6-solr 826734379B dockerfiles 48
docker.io/appsvcorg/moodle-nginx-fpm
  0.1 147012783B dockerfiles 44
  0.3 152818343B dockerfiles 37
docker.io/appsvcorg/nginx-fpm
  0.1 70280441B dockerfiles 20
  php7.3.4-redis 138445171B dockerfiles 30
docker.io/appsvcorg/wordpress-alpine-php
  0.1 172143780B dockerfiles 23
  latest 140310509B dockerfiles 53
docker.io/apsl/thumbor
  6.0.2 482084927B dockerfiles 16
  nginx-6.7.0 10830109B dockerfiles 5
docker.io/arm32v6/alpine
  3.5 1944342B dockerfiles 2
  latest 3365055B dockerfiles 1
docker.io/arm32v7/alpine
  20190228 2370938B dockerfiles 1
  latest 3094035B dockerfiles 1
docker.io/arm32v7/buildpack-deps
  yakkety 233860017B dockerfiles 8
  noble-scm 89397466B dockerfiles 3
docker.io/arm32v7/debian
  8.8 48698515B dockerfiles 1
  buster 46129793B dockerfiles 1
docker.io/arm32v7/fedora
  24 72079436B dockerfiles 1
  latest 54490837B dockerfiles 1
docker.io/arm32v7/gcc
  5.4 406194313B dockerfiles 8
  13.1.0-bookworm 411242292B dockerfiles 8
docker.io/arm32v7/ubuntu
  artful-20170511.1 32360697B dockerfiles 5
  rolling 26112818B dockerfiles 1
docker.io/arm64v8/amazonlinux
  2.0.20181114 62427877B dockerfiles 1
  latest 51413307B dockerfiles 1
docker.io/arm64v8/debian
  8.8 48710681B dockerfiles 1
  buster 49453094B dockerfiles 1
docker.io/arm64v8/fedora
  24 101370636B dockerfiles 1
  37 63118399B dockerfiles 1
docker.io/arm64v8/golang
  1.10beta1-alpine 110852363B dockerfiles 7
  1-alpine3.17 67639618B dockerfiles 4
docker.io/arm64v8/ubuntu
  artful-20170513 33335935B dockerfiles 5
  rolling 28015067B dockerfiles 1
docker.io/astj/centos5-vault
  latest 87095242B dockerfiles 2
docker.io/astrometrynet/solver
  0.80-1 306540784B dockerfiles 9
  latest 420396999B dockerfiles 14
docker.io/avvo/ruby-rails-mysql
  phantomjs 9341437B dockerfiles 3
  latest 165264919B dockerfiles 9
azsdkengsys.azurecr.io/azuresdk/autorest
  latest 84680565B dockerfiles 4
azsdkengsys.azurecr.io/mirror/ubuntu/squid
  latest 56217094B dockerfiles 3
docker.io/aztk/spark
  v0.1.0-spark1.6.3-anaconda-base 1919095605B dockerfiles 8
  v0.1.0-spark2.3.0-r-gpu 1827443492B dockerfiles 16
docker.io/azul/zulu-openjdk
  10u01 259918675B dockerfiles 7
  17.0.11-17.50-x86 187570672B dockerfiles 2
docker.io/azul/zulu-openjdk-alpine
  10 213365826B dockerfiles 2
  17.0.11-17.50-x86 151949829B dockerfiles 2
docker.io/azul/zulu-openjdk-debian
  13-jre-headless 104742140B dockerfiles 2
  17.0.11-17.50-x86 188475918B dockerfiles 2
docker.io/babim/ubuntubase
  cron 67625446B dockerfiles 11
  ssh 107547001B dockerfiles 10
docker.io/balabit/syslog-ng
  3.21.1 186515118B dockerfiles 8
  nightly 206902155B dockerfiles 5
docker.io/base2/awsenv
  v0.1.0 2817518B dockerfiles 2
  latest 4889567B dockerfiles 2
docker.io/beevelop/android
  v24.4.1-2 1675417991B dockerfiles 7
  v2023.01.2 2651599946B dockerfiles 8
docker.io/beevelop/cordova
  v6.3.1 1737526981B dockerfiles 7
  v2023.01.1 3677999431B dockerfiles 12
docker.io/beevelop/ionic
  v5.2.3 1804220834B dockerfiles 11
  v2021.06.1 3643584267B dockerfiles 12
docker.io/beevelop/nodejs-python
  0.12 223018450B dockerfiles 7
  v4 222351243B dockerfiles 7
docker.io/benlubar/dwarffortress
  dfhack-0.43.03-alpha1 141731111B dockerfiles 9
  latest 134657975B dockerfiles 4
docker.io/bgruening/galaxy-sequence-tools
  17.05 1134651680B dockerfiles 34
  latest 2397155448B dockerfiles 33
docker.io/bgruening/galaxy-stable
  15.05 414226685B dockerfiles 37
  latest 687427136B dockerfiles 30
docker.io/bigdatalabteam/hcp-prefreesurfer
  exec-centos6-fslbuild-centos5-latest 3762258842B dockerfiles 11
  exec-centos5-fslbuild-centos5-latest 3461549232B dockerfiles 13
docker.io/bigm/base-deb
  latest 70651585B dockerfiles 19
docker.io/bigm/base-deb-tools
  latest 126599434B dockerfiles 24
docker.io/bigm/base-jdk7
  latest 71495714B dockerfiles 20
docker.io/bigm/nginx
  latest 133321998B dockerfiles 28
docker.io/bioconductor/release_core2
  R3.3.2_Bioc3.4 500499437B dockerfiles 12
  latest 735974102B dockerfiles 17
docker.io/biocontainers/biocontainers
  debian-stretch-backports 45414577B dockerfiles 6
  debian-buster-backports_cv2 50504401B dockerfiles 6
docker.io/biomedia/ubuntu
  14.04-mirtk 201156651B dockerfiles 5
  18.04-mirtk 299625875B dockerfiles 5
docker.io/boatswain/image1
  pytest 2065537B dockerfiles 1
docker.io/boatswain/image2
  pytest 2065537B dockerfiles 1
docker.io/boris/ruby
  slim 8833426B dockerfiles 2
  latest 55614216B dockerfiles 3
docker.io/library/buildpack-deps
  wily 231020235B dockerfiles 7
  yakkety-scm 92941122B dockerfiles 7
docker.io/byronyi/tensorflow
  ubuntu16.04-manylinux2014 3030216172B dockerfiles 13
docker.io/cantara/alpine-zulu-jdk8
  latest 62246637B dockerfiles 7
docker.io/cantara/debian-sid-zulu-jdk8
  latest 220486672B dockerfiles 13
docker.io/cardcorp/r-aws
  latest 374377352B dockerfiles 8
docker.io/cardcorp/r-aws-java-pandoc
  latest 878496045B dockerfiles 15
docker.io/cardcorp/r-kinesis
  latest 986732092B dockerfiles 17
docker.io/casadocker/alpine-wildfly
  10.0.0 190984915B dockerfiles 8
  13.0.0 261222967B dockerfiles 9
docker.io/library/cassandra
  2.1.14 168325217B dockerfiles 10
  3.10 164961850B dockerfiles 12
docker.io/centos/systemd
  latest 75166726B dockerfiles 2
docker.io/ceshine/py3-datascience-toolbox
  dspy3-20160611 677763534B dockerfiles 24
  latest 1601041602B dockerfiles 19
docker.io/cfssl/cfssl
  terin_bugfix-ui 305238826B dockerfiles 10
  1.6.1 522296590B dockerfiles 10
docker.io/cgswong/java
  latest 67687714B dockerfiles 3
  orajre8 61835612B dockerfiles 3
docker.io/clonm/mysql
  10.1 109366762B dockerfiles 10
  latest 114285347B dockerfiles 10
docker.io/coaxys/oracle-jdk-11
  11.0.1 483039201B dockerfiles 12
docker.io/coaxys/play1
  1.4.4 731988350B dockerfiles 19
  1.5.3 426906354B dockerfiles 7
docker.io/codelittinc/nginx
  codelitt-ste 132789493B dockerfiles 11
  main 9925795B dockerfiles 10
docker.io/codelittinc/node
  latest 96553551B dockerfiles 10
  on-build 96553642B dockerfiles 11
docker.io/codelittinc/ruby
  2.3-phusion 275230147B dockerfiles 13
  2.4-phusion 180888900B dockerfiles 18
docker.io/codetroopers/jenkins-slave-jdk8-sbt-nodejs
  latest 605612899B dockerfiles 18
docker.io/library/composer
  1.2.2 54433417B dockerfiles 13
  1.5.1 55043809B dockerfiles 14
docker.io/composer/composer
  1.10.16 63217303B dockerfiles 15
  latest-bin 724640B dockerfiles 1
docker.io/conanio/gcc5
  1.9.2 322632955B dockerfiles 6
  1.64.1 352548761B dockerfiles 13
docker.io/conanio/gcc6
  1.9.2 358333916B dockerfiles 7
  latest 293325984B dockerfiles 8
docker.io/conda/miniconda3
  latest 149285103B dockerfiles 2
docker.io/consol/ubuntu-xfce-vnc
  1.0 490405608B dockerfiles 16
  nightly 477972765B dockerfiles 19
docker.io/library/consul
  0.7.0 10609069B dockerfiles 5
  0.9.2 14204003B dockerfiles 5
container-registry.oracle.com/graalvm/native-image
  17.0.8-muslib 663913361B dockerfiles 5
  22.0.1-muslib-ol9-20240504 610415203B dockerfiles 5
docker.io/continuumio/miniconda
  4.0.5p0 165789653B dockerfiles 4
  latest 150945125B dockerfiles 3
docker.io/continuumio/miniconda2
  4.5.4 233713837B dockerfiles 4
  latest 150943618B dockerfiles 3
docker.io/continuumio/miniconda3
  4.0.5p0 172461634B dockerfiles 4
  4.10.3p0-alpine 67473972B dockerfiles 3
docker.io/copex/cron
  latest 274516221B dockerfiles 12
  ui 318955464B dockerfiles 8
docker.io/copex/php
  18.04 278908554B dockerfiles 13
  latest 276970319B dockerfiles 9
docker.io/cristaniguti/onemap_git
  v2.1.1007 660038221B dockerfiles 8
  2.8.0 864259227B dockerfiles 10
docker.io/crystallang/crystal
  0.19.0 132399102B dockerfiles 6
  1.12-dev-build 470817041B dockerfiles 6
docker.io/datadoglt/nginx
  latest 77696226B dockerfiles 8
docker.io/dcb9/php-fpm
  latest 181693788B dockerfiles 20
docker.io/dcb9/php-fpm-oneapm
  latest 186731162B dockerfiles 24
docker.io/delitescere/jdk
  1.8.0_112 57887500B dockerfiles 4
  latest 57847679B dockerfiles 4
docker.io/descoped/bamboo
  latest 595099433B dockerfiles 22
docker.io/disqus/nginx
  python2-openresty 284977638B dockerfiles 12
  python2.7.16-openresty-onbuild 286641133B dockerfiles 17
docker.io/dmcgowan/token-server
  oauth 5064798B dockerfiles 2
  oauth-with-class 4740017B dockerfiles 2
docker.io/dock0/arch
  latest 451834760B dockerfiles 7
docker.io/dock0/env
  latest 625909858B dockerfiles 33
docker.io/dock0/nginx
  latest 465984146B dockerfiles 19
docker.io/dock0/service
  latest 461478370B dockerfiles 15
docker.io/dockage/alpine
  3.10 3097060B dockerfiles 2
  3.9-openrc 3405606B dockerfiles 2
docker.io/dockage/confd
  alpine3.5 13954854B dockerfiles 5
  latest 14204046B dockerfiles 5
docker.io/aesiniath/debian
  buster 73501980B dockerfiles 6
docker.io/svenstaro/miniserve
  0.6.0 1442063B dockerfiles 1
  0.20.0-alpine 7204720B dockerfiles 3
docker.io/dockerdepot/ubuntu
  12.04 75455105B dockerfiles 7
  latest 177332871B dockerfiles 16
docker.io/dockernano/buildroot
  2016.11 219333483B dockerfiles 13
  2018.02 221383262B dockerfiles 13
docker.io/dperson/samba
  armv7hf 71925476B dockerfiles 18
  armhf 21037306B dockerfiles 4
docker.io/drtools/alpine-miniconda
  stable 61433627B dockerfiles 5
  4.5.12 204809167B dockerfiles 5
docker.io/drush/drush
  base-php5 243286821B dockerfiles 16
  php5-alpine 92956093B dockerfiles 19
docker.io/dsyer/builder
  latest 1011009339B dockerfiles 10
docker.io/dsyer/demo
  27b103a-dirty 98193689B dockerfiles 24
  latest 89676876B dockerfiles 7
docker.io/dtestops/base
  latest 132242149B dockerfiles 7
docker.io/easypi/alpine-arm
  3.4 2994726B dockerfiles 1
  build 4537697B dockerfiles 2
docker.io/easypi/ffmpeg-arm
  latest 20924027B dockerfiles 3
docker.io/eboraas/apache
  jessie 81715229B dockerfiles 8
  stretch 97410504B dockerfiles 8
docker.io/eboraas/apache-php
  jessie 94932273B dockerfiles 9
  stretch 103038375B dockerfiles 9
docker.io/eboraas/debian
  jessie 60552088B dockerfiles 5
  unstable 107701898B dockerfiles 5
docker.io/eboraas/debootstrap
  minbase-jessie 51827512B dockerfiles 1
  minbase-oldstable 51555111B dockerfiles 1
docker.io/library/eclipse-mosquitto
  1.4.10 2142701B dockerfiles 3
  1.4.8 2550417B dockerfiles 3
docker.io/library/eggdrop
  1.8.0rc1 6985399B dockerfiles 6
  1.8.2rc2 9103423B dockerfiles 6
docker.io/eiffel/eiffel
  19.05 359816181B dockerfiles 4
  latest 717508328B dockerfiles 6
docker.io/ermaker/keras
  latest 607232807B dockerfiles 8
  py3 3554729395B dockerfiles 13
docker.io/evancui/angularbuild
  latest 170669792B dockerfiles 11
  git 203940397B dockerfiles 13
docker.io/evarga/jenkins-slave
  latest 133508609B dockerfiles 8
docker.io/expertsystems/resin
  latest 325089030B dockerfiles 8
docker.io/fedora/ssh
  latest 125794403B dockerfiles 3
docker.io/fike/debian
  jessie.en_US 61771938B dockerfiles 3
  latest 61771941B dockerfiles 3
docker.io/firedrakeproject/firedrake
  experimental 2158348049B dockerfiles 9
  latest 4429045898B dockerfiles 17
docker.io/flowcraft/krona
  2.7-1 102285478B dockerfiles 12
docker.io/fluidity/baseimages
  centos7 711476698B dockerfiles 11
  jammy 1419001905B dockerfiles 5
docker.io/frolvlad/alpine-bash
  latest 5677280B dockerfiles 2
docker.io/frolvlad/alpine-glibc
  alpine-3.4 5320298B dockerfiles 2
  alpine-3.18_glibc-2.34 6738757B dockerfiles 2
docker.io/gapsystem/gap-docker-base
  20151204 583844371B dockerfiles 21
  latest 847560117B dockerfiles 13
docker.io/library/gcc
  4.8.5 319182787B dockerfiles 11
  7.1.0 523754617B dockerfiles 9
gcr.io/distroless/base-debian10
  1b41e6a743231fe69f57a280a598095dd96a968f 8747766B dockerfiles 2
  nonroot-s390x 7645951B dockerfiles 2
gcr.io/distroless/static-debian11
  015eabbbbf0685a4b62564350fea0d34d4e418c8 973925B dockerfiles 9
  1dc79415910e2a4863a04f1db2d9af89a03e40bf 820995B dockerfiles 1
gcr.io/distroless/static-debian12
  015eabbbbf0685a4b62564350fea0d34d4e418c8 800823B dockerfiles 9
  nonroot-s390x 787099B dockerfiles 11
gcr.io/gcer-public/shiny-googleauthrdemo
  16aea9fb6f53074eeadf3ae8f43a8f7f40622907 442394334B dockerfiles 11
  latest 529844387B dockerfiles 10
gcr.io/google-appengine/python
  2017-01-19_22_39 344388527B dockerfiles 10
  2022-01-07-133539 391875580B dockerfiles 12
gcr.io/google_appengine/base
  1926j 53407299B dockerfiles 6
  latest 70119896B dockerfiles 2
gcr.io/kf-feast/spark-py
  v2.4.5 595501032B dockerfiles 17
  3.1.2 484014712B dockerfiles 21
gcr.io/oss-fuzz-base/base-builder
  testing 656203649B dockerfiles 15
  v1 577594804B dockerfiles 30
gcr.io/oss-fuzz-base/base-builder-go
  latest 754896420B dockerfiles 33
  v1 754896420B dockerfiles 33
gcr.io/oss-fuzz-base/base-builder-python
  latest 594097865B dockerfiles 31
  v1 594097865B dockerfiles 31
gcr.io/oss-fuzz-base/base-builder-rust
  latest 765058103B dockerfiles 31
  v1 765058103B dockerfiles 31
gcr.io/oss-fuzz-base/base-builder-swift
  xenial 2150223078B dockerfiles 23
  v1 1198032375B dockerfiles 32
gcr.io/oss-fuzz-base/base-clang
  xenial 285200661B dockerfiles 10
  v1 380112627B dockerfiles 8
gcr.io/oss-fuzz-base/base-runner
  testing 240692415B dockerfiles 13
  v1 329130436B dockerfiles 17
gcr.io/swift-tensorflow/base-deps-cuda10.2-cudnn7-ubuntu18.04
  latest 2467481199B dockerfiles 11
gcr.io/tfx-oss-public/manylinux2014-bazel
  test-20220503 629359289B dockerfiles 25
  bazel-6.1.0 845710584B dockerfiles 23
gcr.io/tfx-oss-public/tfx_base
  0.21.0.dev20200127 191763822B dockerfiles 6
  py310-20230921 330146896B dockerfiles 4
docker.io/genomicpariscentre/ggplot2
  2.1.0 233512425B dockerfiles 6
  latest 716274229B dockerfiles 16
docker.io/genomicpariscentre/monocle
  2.0.0 295133093B dockerfiles 6
  latest 735422324B dockerfiles 16
docker.io/genomicpariscentre/scde
  2.0.1 341049650B dockerfiles 6
  latest 752751412B dockerfiles 16
docker.io/genomicpariscentre/scran
  1.0.4 357726907B dockerfiles 7
  latest 810097600B dockerfiles 17
docker.io/genomicpariscentre/seurat
  1.4.0.16 519958565B dockerfiles 8
  latest 999233497B dockerfiles 18
docker.io/genomicpariscentre/singlecellexperiment
  3.7 668614581B dockerfiles 15
  latest 668614607B dockerfiles 15
docker.io/geodynamics/rayleigh-buildenv-jammy
  latest 1634525974B dockerfiles 3
docker.io/gettyimages/spark
  2.0.0-preview-hadoop-2.7 446626231B dockerfiles 6
  latest 676686744B dockerfiles 6
ghcr.io/dock0/base_arch
  20220329-938cf8e 247386893B dockerfiles 7
  latest 285546783B dockerfiles 8
ghcr.io/hombit/mesa2py
  678c7d8 6841595475B dockerfiles 26
  latest 5793327261B dockerfiles 27
ghcr.io/klee/gtest
  1.11.0_ubuntu_jammy-20230126 30418793B dockerfiles 2
ghcr.io/klee/libcxx
  110_ubuntu_jammy-20230126 299851178B dockerfiles 3
  160_ubuntu_jammy-20230126 419491110B dockerfiles 3
ghcr.io/klee/llvm
  110_O_D_A_RTTI_ubuntu_jammy-20230126 1741697280B dockerfiles 2
  130_O_D_NA_ubuntu_jammy-20230126 1894537334B dockerfiles 2
ghcr.io/klee/stp
  2.3.3_ubuntu_jammy-20230126 43351352B dockerfiles 3
  0510509_ubuntu_jammy-20230126 44225208B dockerfiles 3
ghcr.io/klee/uclibc
  klee_uclibc_v1.3_110_ubuntu_jammy-20230126 40774743B dockerfiles 2
  955d502_130_ubuntu_jammy-20230126 41328362B dockerfiles 2
ghcr.io/linuxserver/baseimage-alpine
  amd64-fffd437f-ls8 9575442B dockerfiles 5
  arm64v8-version-2d01c5c2 9753381B dockerfiles 3
ghcr.io/linuxserver/baseimage-alpine-nginx
  amd64-version-f0f35ed5 23260560B dockerfiles 5
  arm64v8-version-cad1fbc4 26092281B dockerfiles 5
ghcr.io/linuxserver/baseimage-alpine-python
  arm32v7-version-47ceff67 51501732B dockerfiles 4
  arm64v8-3.9-3e44a3e8-ls28 52218928B dockerfiles 4
ghcr.io/linuxserver/unrar
  amd64-6.2.10 999949B dockerfiles 2
  arm64v8-version-7.0.7 1245406B dockerfiles 2
ghcr.io/mfem/mfem-ubuntu-base
  v4.5 6608776427B dockerfiles 15
  latest 10138824022B dockerfiles 17
ghcr.io/miguelcarcamov/gpuvmem
  latest 8106434031B dockerfiles 22
  7.0.0 8106463850B dockerfiles 22
ghcr.io/naturalhpc/cerulean-test-docker-images/cerulean-fake-base
  latest 95129495B dockerfiles 29
ghcr.io/nestybox/alpine-docker-dbg
  3.16 92276975B dockerfiles 3
ghcr.io/pytorch/torchdistx-ci-conda
  1-cpu 303377924B dockerfiles 7
  2-cu118 4357338856B dockerfiles 9
ghcr.io/russmckendrick/base
  20200927-10 4807889B dockerfiles 2
  latest 4807853B dockerfiles 2
ghcr.io/terraferma/dev
  focal-amd64 996939066B dockerfiles 26
  focal-debug-arm64 941215612B dockerfiles 26
docker.io/gitlab/gitlab-runner
  alpine-v1.3.0 60507798B dockerfiles 3
  alpine3.14-v14.8.2 30451792B dockerfiles 3
docker.io/gliderlabs/herokuish
  v0.3.14 522503610B dockerfiles 6
  v0.5.39-22 376091408B dockerfiles 10
docker.io/gmxapi/gmxapi
  0.0.4 2245258664B dockerfiles 39
  latest 2533809158B dockerfiles 40
docker.io/grahamdumpleton/mod-wsgi-docker
  python-2.7 210234062B dockerfiles 12
  python-3.5-onbuild 216265718B dockerfiles 12
docker.io/graphcore/pytorch
  2.3.0 1134505657B dockerfiles 8
  latest 879675766B dockerfiles 16
docker.io/grokzen/redis-cluster
  6.0.10 193640331B dockerfiles 17
  7.0.9 201957117B dockerfiles 17
docker.io/grpc/node
  0.10-onbuild 271223153B dockerfiles 16
  latest 279060694B dockerfiles 7
docker.io/gymreklab/chipmunk-1.9
  latest 339156154B dockerfiles 16
docker.io/library/haskell
  7 209569404B dockerfiles 7
  8.0.1 255532485B dockerfiles 2
docker.io/heroku/cedar
  14 535668433B dockerfiles 4
  14.v14 535668433B dockerfiles 4
docker.io/heroku/heroku
  16-build.v3 350223456B dockerfiles 8
  20-build.nightly 474748430B dockerfiles 3
docker.io/heuermh/apache-spark
  latest 1188682919B dockerfiles 10
docker.io/hitalos/php
  debian 167714615B dockerfiles 14
  latest 62322200B dockerfiles 14
docker.io/hivesolutions/alpine
  revert-3-master 53368723B dockerfiles 2
docker.io/hivesolutions/ubuntu_dev
  trusty 241055586B dockerfiles 6
  hugo_timeout 206208596B dockerfiles 3
docker.io/huahaiy/debian
  latest 89461439B dockerfiles 2
docker.io/huggingface/autotrain-advanced
  latest 7769354917B dockerfiles 22
docker.io/i386/ubuntu
  precise-20160108 39564694B dockerfiles 4
  bionic-20230530 26100852B dockerfiles 1
docker.io/ibmcom/swift-ubuntu
  3.0.2 387586614B dockerfiles 10
  latest 575041117B dockerfiles 9
docker.io/library/ibmjava
  9 321965977B dockerfiles 7
  9-ea2-sdk 321965977B dockerfiles 7
docker.io/igwn/base
  stretch 89113113B dockerfiles 10
  el9-testing 260664946B dockerfiles 7
docker.io/inpefess/python_with_provers
  latest 1257119240B dockerfiles 31
docker.io/instructure/java
  8-xenial 278712500B dockerfiles 9
docker.io/instructure/php
  7.1 186344447B dockerfiles 11
  7.3-slim 85263282B dockerfiles 9
docker.io/instructure/ruby
  2.5 257060046B dockerfiles 11
  rvm 437823052B dockerfiles 11
docker.io/intel/intel-extension-for-pytorch
  gpu 1843753383B dockerfiles 13
  latest 674206779B dockerfiles 10
docker.io/intel/intel-optimized-pytorch
  v1.9.0-bert 3755688220B dockerfiles 8
  latest 674206779B dockerfiles 10
docker.io/internetsystemsconsortium/bind9
  9.16 112004407B dockerfiles 14
  9.19 114931475B dockerfiles 14
docker.io/iron/go
  1.7 5094254B dockerfiles 2
  dev 174828409B dockerfiles 6
docker.io/iseedevelopers/isee
  RELEASE_3_10 785053164B dockerfiles 17
  sha-8a486b0 2059180029B dockerfiles 18
docker.io/ivankrizsan/mule-docker
  3.8.0 374793359B dockerfiles 6
  latest 364953706B dockerfiles 10
docker.io/jamesnetherton/ruby
  latest 53823650B dockerfiles 2
docker.io/jamesnetherton/wine
  latest 292275581B dockerfiles 2
docker.io/janeliascicomp/builder
  1.0.0 185777183B dockerfiles 2
  latest 257365059B dockerfiles 3
docker.io/jberrenberg/quake3
  latest 31332743B dockerfiles 4
docker.io/jbking/ubuntu-tox-with-deadsnakes
  latest 174104195B dockerfiles 7
docker.io/jboss/base-jdk
  11 167284394B dockerfiles 4
  8 174188160B dockerfiles 4
docker.io/jdidion/bwabase
  latest 276599587B dockerfiles 12
docker.io/jenkins/ssh-slave
  revert-22-jdk11-JENKINS-52279 246715199B dockerfiles 13
  alpine 130554355B dockerfiles 10
docker.io/jenniferbuehler/general-message-pkgs
  latest 721565622B dockerfiles 32
docker.io/jess/irssi
  latest 50330040B dockerfiles 4
docker.io/jgiovaresco/lualatex
  latest 226334052B dockerfiles 4
docker.io/jimho/lua
  5.3.3 132765615B dockerfiles 3
  latest 120990878B dockerfiles 3
docker.io/jimt/sshd
  latest 103395284B dockerfiles 8
docker.io/jitesoft/tesseract-ocr
  16.04 94292939B dockerfiles 5
  cosmic 132830323B dockerfiles 10
docker.io/jitpack/tools
  latest 1278791575B dockerfiles 21
docker.io/jllopis/mosquitto
  v1.4.9 4199753B dockerfiles 5
  v1.6.9 7299014B dockerfiles 5
docker.io/jolicode/phaudit
  latest 294538336B dockerfiles 18
docker.io/jonathonf/manjaro
  latest 228614181B dockerfiles 1
docker.io/library/julia
  0.4.5 129899987B dockerfiles 8
  0.5.2 126078317B dockerfiles 3
docker.io/jupyterhub/jupyterhub
  0.7.0b1 259025410B dockerfiles 6
  1.4.2 132180251B dockerfiles 12
docker.io/justadam/golang-onbuild
  latest 31266917B dockerfiles 7
registry.k8s.io/debian-base
  0.1.0 16572829B dockerfiles 1
  v1.0.1 17782148B dockerfiles 1
registry.k8s.io/kube-cross
  v1.7.4-0 580373510B dockerfiles 16
  v1.13.6-1 697592975B dockerfiles 14
docker.io/kaixhin/cuda-caffe-deps
  7.5 1184467019B dockerfiles 16
  8.0 1706280288B dockerfiles 15
docker.io/kaixhin/cuda-theano
  7.5 982395743B dockerfiles 23
  8.0 1408284792B dockerfiles 21
docker.io/kaixhin/ssh
  latest 101925786B dockerfiles 7
docker.io/kaixhin/theano
  latest 252019776B dockerfiles 10
docker.io/kaixhin/torch
  latest 472549415B dockerfiles 10
docker.io/kalilinux/kali-rolling
  amd64 55317938B dockerfiles 1
  i386 56301405B dockerfiles 1
docker.io/kernsuite/base
  0 95615386B dockerfiles 11
  9 126229493B dockerfiles 8
docker.io/kernsuite/casa
  kern-5 552310932B dockerfiles 10
  kern-dev 536134475B dockerfiles 10
docker.io/kindest/node
  v1.11.3 275353674B dockerfiles 6
  v1.14.10 433551097B dockerfiles 2
docker.io/klakegg/hugo
  0.100.0-base 35430101B dockerfiles 1
  0.104.2-ext-asciidoctor 245511545B dockerfiles 6
docker.io/laristra/flecsi-third-party
  ubuntu_charliecloud 3022474369B dockerfiles 21
  fedora_mpich 2857770663B dockerfiles 19
docker.io/lasote/conangcc49
  latest 343679035B dockerfiles 7
docker.io/lasote/conangcc5
  latest 318575249B dockerfiles 7
docker.io/lasote/conangcc6
  latest 354430588B dockerfiles 7
docker.io/lasote/conangcc7
  latest 331616509B dockerfiles 7
launcher.gcr.io/google/debian9
  latest 48295020B dockerfiles 1
launcher.gcr.io/google/rbe-ubuntu16-04
  latest 721699398B dockerfiles 5
  r346485 692904089B dockerfiles 5
launcher.gcr.io/google/ubuntu16_04
  latest 57234856B dockerfiles 3
docker.io/ledatelescope/bifrost
  gpu-base-pypy 1042521438B dockerfiles 15
  gpu-base 1040133693B dockerfiles 14
docker.io/linaro/tensorflow-arm64-build
  latest-python3.7 1328862055B dockerfiles 17
  latest-multipython 1119145543B dockerfiles 25
docker.io/linuxserver/codiad
  18 175819676B dockerfiles 22
  arm64v8-latest 29993291B dockerfiles 7
docker.io/liuxslab/seq2neo
  v1.1 5877082324B dockerfiles 8
  v2.1 8009988000B dockerfiles 12
docker.io/locustio/locust
  0.12.1 47450759B dockerfiles 10
  2.2.3 383521634B dockerfiles 13
docker.io/lsiobase/alpine.armhf
  6 6222209B dockerfiles 4
  3.6 9664616B dockerfiles 3
docker.io/lukemathwalker/cargo-chef
  0.1.22-rust-1 455186726B dockerfiles 7
  0.1.32-rust-1-alpine3.13 264938580B dockerfiles 4
docker.io/markadams/chromium-xvfb
  latest 332430049B dockerfiles 6
docker.io/markusma/confd
  0.9 120895762B dockerfiles 12
  0.16-ubuntu-jammy-s6 276077129B dockerfiles 6
docker.io/markusma/nginx
  1.10 149904587B dockerfiles 15
  1.20-ubuntu-jammy-s6 346023769B dockerfiles 10
docker.io/markusma/nginx-etcdregister
  1.7 175454418B dockerfiles 17
  1.20-ubuntu-jammy-s6 352334972B dockerfiles 13
docker.io/markusma/s6
  ubuntu-bionic 61533574B dockerfiles 6
  ubuntu-jammy 71013657B dockerfiles 3
docker.io/masiuchi/docker-mt-base
  apache 201906950B dockerfiles 19
  psgi 349868769B dockerfiles 13
docker.io/matsumotory/ngx_mruby
  release-v2.1.2 324669130B dockerfiles 23
  master 324067023B dockerfiles 22
docker.io/mattrayner/lamp
  0.1.0 222651699B dockerfiles 30
  latest-2004-php8 389851453B dockerfiles 24
docker.io/mbentley/debian
  jessie-arm64 51436395B dockerfiles 1
  latest-amd64 49577862B dockerfiles 1
docker.io/mbsolutions/tryton-server
  3.2 225513257B dockerfiles 6
  latest 171530752B dockerfiles 5
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu117-py310-torch1131
  biweekly.202401.1 8478856324B dockerfiles 46
  latest 8324724952B dockerfiles 41
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu117-py38-torch1131
  vision.biweekly.202308.1 10334858449B dockerfiles 46
  latest 8419648998B dockerfiles 41
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu117-py38-torch201
  test_new_namespace 9927961573B dockerfiles 45
  latest 8572369124B dockerfiles 41
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu117-py39-torch1131
  biweekly.202308.2 8348272801B dockerfiles 46
  latest 8316173326B dockerfiles 41
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu118-py310-torch222
  biweekly.202404.1 10923755212B dockerfiles 41
  latest 10933042760B dockerfiles 41
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu118-py38-torch201
  biweekly.202308.1 10959057560B dockerfiles 46
  latest 10701703856B dockerfiles 41
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu118-py38-torch211
  biweekly.202311.1 11006351104B dockerfiles 46
  latest 10996895886B dockerfiles 46
mcr.microsoft.com/aifx/acpt/stable-ubuntu2004-cu118-py38-torch222
  biweekly.202404.1 11041436902B dockerfiles 41
  latest 11050376374B dockerfiles 41
mcr.microsoft.com/aks/devinfra/base-os-runtime-static
  distroless.210705.3 657718B dockerfiles 1
  master.231126.1-linux-amd64 800818B dockerfiles 1
mcr.microsoft.com/appsvc/staticappsclient
  prev 438159346B dockerfiles 19
  stable 438163916B dockerfiles 19
mcr.microsoft.com/azuredocs/containerapps-helloworld
  latest 31079477B dockerfiles 7
mcr.microsoft.com/azureml/aifx/stable-ubuntu2004-cu116-py39-torch1121
  monthly.202210 9547340777B dockerfiles 40
  biweekly.202309.1 9752067969B dockerfiles 46
mcr.microsoft.com/azureml/curated/acpt-pytorch-1.11-py38-cuda11.3-gpu
  1 12558428922B dockerfiles 47
  latest 10943826603B dockerfiles 52
mcr.microsoft.com/azureml/curated/llm-rag-embeddings
  1 1132234371B dockerfiles 15
  staging 4182603360B dockerfiles 17
mcr.microsoft.com/azureml/inference-base-2004
  20220808.v1 188195352B dockerfiles 10
  latest 212679894B dockerfiles 10
mcr.microsoft.com/azureml/minimal-ubuntu20.04-py38-cpu-inference
  20220713.v1 200832176B dockerfiles 14
  latest 267921204B dockerfiles 16
mcr.microsoft.com/azureml/mlflow-ubuntu18.04-py37-cpu-inference
  20210622.v2 255442216B dockerfiles 19
  latest 279671053B dockerfiles 17
mcr.microsoft.com/azureml/o16n-base/python-assets
  20201122.26528846 28870101B dockerfiles 1
  latest 641606B dockerfiles 1
mcr.microsoft.com/azureml/openmpi3.1.2-ubuntu18.04
  20200423.v1 264698590B dockerfiles 11
  latest 269215204B dockerfiles 10
mcr.microsoft.com/azureml/openmpi4.1.0-cuda11.1-cudnn8-ubuntu18.04
  20210719.v1 4757377654B dockerfiles 24
  latest 5472639148B dockerfiles 24
mcr.microsoft.com/azureml/openmpi4.1.0-cuda11.3-cudnn8-ubuntu20.04
  20220413.v1 4535212776B dockerfiles 22
  latest 5675908909B dockerfiles 26
mcr.microsoft.com/azureml/openmpi4.1.0-cuda11.8-cudnn8-ubuntu22.04
  20230112.v1 4940387253B dockerfiles 25
  latest 5608448583B dockerfiles 24
mcr.microsoft.com/azureml/promptflow/promptflow-runtime
  v20230426-151529-promptflow-image-build_20230426.37 507375395B dockerfiles 18
  latest 767412821B dockerfiles 27
mcr.microsoft.com/azureml/promptflow/promptflow-runtime-stable
  20230911.v1 1124310703B dockerfiles 28
  latest 766253731B dockerfiles 27
mcr.microsoft.com/cbl-mariner/base/core
  1.0.20220805-arm64 70370163B dockerfiles 1
  2.0.20240523-arm64 27135427B dockerfiles 2
mcr.microsoft.com/cbl-mariner/base/nginx
  1.20.2-2-cm2.0.20220731-amd64 39078008B dockerfiles 8
  1.22.1-11-cm2.0.20240523-arm64 39601355B dockerfiles 6
mcr.microsoft.com/cbl-mariner/distroless/base
  1.0.20220218-amd64 11908010B dockerfiles 1
  2.0.20240523-arm64 11137961B dockerfiles 2
mcr.microsoft.com/cbl-mariner/distroless/python
  3.9.14-6-cm2.0.20230407-amd64 27188919B dockerfiles 1
  3.9.19-1-nonroot-cm2.0.20240523-arm64 25998435B dockerfiles 2
mcr.microsoft.com/dotnet/core/runtime-deps
  1.0.14-jessie 71270303B dockerfiles 2
  3.1-focal-arm64v8 44029514B dockerfiles 2
mcr.microsoft.com/dotnet/nightly/runtime-deps
  3.1.28-alpine3.15 4580676B dockerfiles 2
  3.1.32-focal-arm64v8 45250649B dockerfiles 2
mcr.microsoft.com/dotnet/runtime
  2.1.27-alpine3.13 35041197B dockerfiles 3
  3.1-focal-arm64v8 78398634B dockerfiles 4
mcr.microsoft.com/java/jdk
  7u191-zulu-centos 200344523B dockerfiles 2
  8-zulu-ubuntu-18.04 141826458B dockerfiles 2
mcr.microsoft.com/mssql/server
  2017-CU21-ubuntu-16.04 513643293B dockerfiles 9
  latest 575318358B dockerfiles 3
mcr.microsoft.com/oss/go/microsoft/golang
  1.16.14-1-buster-amd64 317802285B dockerfiles 7
  1.17.13-1-bullseye-arm32v7 283342864B dockerfiles 7
mcr.microsoft.com/pmc/pmc-cli
  70395817 75856127B dockerfiles 7
  latest 94008919B dockerfiles 11
mcr.microsoft.com/vscode/devcontainers/miniconda
  0.141-3 295577910B dockerfiles 11
  0.202.5-3 470243667B dockerfiles 12
docker.io/mdsplus/docker
  rhel5_root 1123171739B dockerfiles 2
  fc30 795527147B dockerfiles 16
docker.io/mesosphere/mesos
  0.28.2-2.0.27.ubuntu1404 256171400B dockerfiles 6
  1.5.3-rc1 455442582B dockerfiles 6
docker.io/mgibio/samtools
  1.3.1 171347661B dockerfiles 9
  1.16.1 172713732B dockerfiles 7
docker.io/mikesplain/openvas
  8 1280351726B dockerfiles 8
  latest 1288264053B dockerfiles 13
docker.io/million12/nginx
  1.15.12-1 144925415B dockerfiles 6
  v0.4.0 144921112B dockerfiles 5
docker.io/mini/base
  latest 3063058B dockerfiles 4
docker.io/mongrelion/ruby
  2.2.2 268976753B dockerfiles 14
  2.4.2 283005100B dockerfiles 7
docker.io/library/mono
  3-onbuild 128151144B dockerfiles 5
  5.0.0.100 164204095B dockerfiles 4
docker.io/moonscale/runner-drupal
  stable 296040643B dockerfiles 18
  latest 297421055B dockerfiles 18
docker.io/morecobol/gnucobol
  latest 107397680B dockerfiles 14
docker.io/mozilla/sbt
  8u171_1.1.1 342005880B dockerfiles 10
  latest 538041956B dockerfiles 9
docker.io/multiarch/crossbuild
  dev_moul_fix-docker-build 1048513947B dockerfiles 9
  latest 1264292104B dockerfiles 10
docker.io/multiarch/debian-debootstrap
  amd64 70046105B dockerfiles 2
  s390x-buster-slim 48985325B dockerfiles 1
docker.io/multiarch/qemu-user-static
  aarch64-v3.1.1-2 1674631B dockerfiles 1
  or1k 2037273B dockerfiles 1
docker.io/multiarch/ubuntu-debootstrap
  powerpc 48332536B dockerfiles 2
  ppc64el-jammy-slim 45032702B dockerfiles 1
docker.io/multicloud/debian-jessie
  latest 71703487B dockerfiles 3
docker.io/multicloud/jre-8-oracle
  latest 121350093B dockerfiles 5
docker.io/multicloud/netcat
  latest 61982744B dockerfiles 7
docker.io/mykiwi/devbox
  latest 752987357B dockerfiles 13
docker.io/mykiwi/symfony-base
  5.6-apache 185565292B dockerfiles 15
  latest 66787461B dockerfiles 11
docker.io/mysql/mysql-server
  5.5.50 115664254B dockerfiles 6
  latest-amd64 165867717B dockerfiles 7
docker.io/nanakiksc/lab_docker
  latest 493090286B dockerfiles 12
docker.io/library/nats
  0.8.0 2325225B dockerfiles 5
  1.0.0 2126270B dockerfiles 2
docker.io/nerdammer/hbase
  0.98.10.1 249187935B dockerfiles 10
  latest 361711227B dockerfiles 10
docker.io/nerdammer/hbase-phoenix
  0.98.10.1-4.3.1 325365663B dockerfiles 13
  latest 708848433B dockerfiles 15
docker.io/nestybox/archlinux-systemd
  latest 134783958B dockerfiles 6
docker.io/nestybox/k8s-node
  v1.18.2 587856265B dockerfiles 8
  v1.20.2 598961716B dockerfiles 8
docker.io/nestybox/kindestnode
  v1.18.2 484296043B dockerfiles 9
  v1.21.2 428903046B dockerfiles 3
docker.io/nestybox/manjarolinux-systemd
  latest 398659980B dockerfiles 10
docker.io/nestybox/ubuntu-bionic-docker
  latest 189140254B dockerfiles 6
docker.io/nestybox/ubuntu-focal-docker
  latest 214205894B dockerfiles 6
docker.io/nestybox/ubuntu-focal-systemd
  latest 48302416B dockerfiles 2
docker.io/nestybox/ubuntu-focal-systemd-docker
  latest 231597540B dockerfiles 4
docker.io/neuralensemble/base
  py2 368718097B dockerfiles 11
  latest 334257820B dockerfiles 15
docker.io/nextgenusfs/funannotate-slim
  v1.8.9 1187820845B dockerfiles 3
  v1.8.13 1276162157B dockerfiles 3
docker.io/nfnty/arch-mini
  latest 232290296B dockerfiles 6
docker.io/nfnty/arch-mono
  latest 393564683B dockerfiles 7
docker.io/nfnty/arch-nginx
  latest 234959256B dockerfiles 8
docker.io/nfnty/arch-openhab
  latest 324381508B dockerfiles 9
docker.io/nfnty/arch-postgresql
  latest 267358329B dockerfiles 8
docker.io/nfnty/arch-python
  latest 290982557B dockerfiles 7
docker.io/nfnty/arch-python2
  latest 257074865B dockerfiles 7
docker.io/nginxdemos/hello
  0.1 7151336B dockerfiles 7
docker.io/nimmis/ubuntu
  14.04-amd64 117958018B dockerfiles 6
  22.04-arm64v8 135881297B dockerfiles 5
docker.io/nipreps/miniconda
  1.0.0 923630277B dockerfiles 4
  py39_2403.0 2013430897B dockerfiles 13
nvcr.io/nvidia/clara/clara-parabricks
  v3.5.0 1145351188B dockerfiles 8
  4.2.0-1.grace 1667391632B dockerfiles 10
nvcr.io/nvidia/deepstream
  3.0 1262216460B dockerfiles 28
  7.0-triton-arm-sbsa 19421121745B dockerfiles 69
nvcr.io/nvidia/kaldi
  19.03-py3 2026545294B dockerfiles 39
  23.11-py3 4599962876B dockerfiles 29
nvcr.io/nvidia/l4t-base
  r32.1 410628321B dockerfiles 15
  r36.2.0 276271210B dockerfiles 10
nvcr.io/nvidia/l4t-ml
  r32.4-py3 1633611218B dockerfiles 31
  r36.2.0-py3 9302441895B dockerfiles 65
nvcr.io/nvidia/l4t-tensorrt
  r8.0.1-runtime 1635703953B dockerfiles 35
  r8.6.2-runtime 2802937394B dockerfiles 27
nvcr.io/nvidia/merlin/merlin-pytorch-training
  0.4 8791421813B dockerfiles 21
  latest 7347118023B dockerfiles 66
nvcr.io/nvidia/tao/tao-toolkit
  4.0.0-deploy 4687272241B dockerfiles 47
  test_demo 606048720B dockerfiles 11
nvcr.io/nvidia/tao/tao-toolkit-tf
  v3.21.08-py3 8028286434B dockerfiles 57
  v3.22.05-beta-api 135360564B dockerfiles 12
docker.io/nvidia/opengl
  1.0-glvnd-devel-ubuntu14.04 80878824B dockerfiles 13
  base-ubuntu22.04 37683963B dockerfiles 4
docker.io/nvidia/vulkan
  1.1.121-cuda-10.1-alpha 263547796B dockerfiles 23
  1.3-470 270709533B dockerfiles 8
docker.io/ocaml/ocaml
  fedora-21 266415980B dockerfiles 2
  latest 326128792B dockerfiles 2
docker.io/oddlid/alpine-neovim-base
  latest 114528340B dockerfiles 2
docker.io/oddlid/arch-cli-minimal
  latest 156822924B dockerfiles 18
docker.io/onaio/clojure
  latest 791273808B dockerfiles 27
docker.io/openhs/ubuntu-x
  latest 65013869B dockerfiles 6
docker.io/openjournals/paperdraft
  latest 220485429B dockerfiles 17
docker.io/openmicroscopy/omero-conda
  latest 1015953884B dockerfiles 17
docker.io/openmicroscopy/omero-ssh-c7
  0.1.0-1 78209148B dockerfiles 6
  latest 81342012B dockerfiles 6
docker.io/openmicroscopy/omero-ssh-daemon-c7
  0.1.1-1 78211788B dockerfiles 5
  latest 81343515B dockerfiles 5
docker.io/openmicroscopy/omero-ssh-systemd
  latest 81342012B dockerfiles 6
docker.io/opensuse/amd64
  42.1 38375142B dockerfiles 1
  42.2 48850323B dockerfiles 1
docker.io/openvino/ubuntu20_data_runtime
  2021.2 918129621B dockerfiles 23
  latest 727857074B dockerfiles 21
docker.io/osgeo/gdal
  alpine-normal-v2.4.1 54258406B dockerfiles 7
  ubuntu-small-3.3.3 119620223B dockerfiles 16
docker.io/osrf/ros
  kinetic-desktop-full-jessie 1000092315B dockerfiles 12
  rolling-simulation 725321898B dockerfiles 12
docker.io/osrf/ros2
  devel-bionic 221215995B dockerfiles 17
docker.io/osrg/quagga
  latest 286550262B dockerfiles 11
  v1.0 299898271B dockerfiles 9
docker.io/paulstdocker/ngsolve_pyodide
  6.2.2401 1336426967B dockerfiles 22
  latest 1342988432B dockerfiles 22
docker.io/library/percona
  5.7.11 109638942B dockerfiles 19
  5.6.36 113601563B dockerfiles 11
docker.io/phadej/ghc
  8.8.1-xenial 536172275B dockerfiles 8
  9.0.1-focal-slim 329262572B dockerfiles 4
docker.io/phcerdan/dgtal-linux-dependencies
  latest 506335728B dockerfiles 19
docker.io/phusion/baseimage
  0.10.1 92492319B dockerfiles 7
  focal-1.0.0-ppc64le 97512693B dockerfiles 6
docker.io/phusion/holy-build-box-64
  1.1 258157059B dockerfiles 3
  latest 418578513B dockerfiles 3
docker.io/phusion/passenger-customizable
  0.9.19 204416431B dockerfiles 10
  latest-arm64 254228029B dockerfiles 7
docker.io/picoded/git-cloner-base
  latest 220017539B dockerfiles 13
docker.io/picoded/jenkins-slave
  latest 348997195B dockerfiles 15
docker.io/picoded/zip-cloner-base
  latest 205234712B dockerfiles 13
docker.io/platipy/platipy
  jupyter 1658385151B dockerfiles 22
docker.io/playwright/chrome
  89.0 449940031B dockerfiles 13
  playwright-1.44.1 579364001B dockerfiles 11
docker.io/postgis/postgis
  10-3.0 115904732B dockerfiles 17
  latest 212574636B dockerfiles 18
docker.io/ppc64le/ubuntu
  trusty-20151208 67316587B dockerfiles 4
  rolling 33493549B dockerfiles 1
docker.io/prestashop/base
  5.5-apache 208181397B dockerfiles 21
  8.1-fpm 252135747B dockerfiles 21
docker.io/progrium/busybox
  latest 2512458B dockerfiles 6
docker.io/proxysql/packaging
  build-centos5 302127049B dockerfiles 11
  build-ubuntu14 336156039B dockerfiles 11
docker.io/proxysql/proxysql
  1.4.1 78175511B dockerfiles 2
  2.3.2_arm64 82772452B dockerfiles 2
ptebic.azurecr.io/public/azureml/aifx/stable-ubuntu2004-cu117-py38-torch1131
  biweekly.202212.1 9885403961B dockerfiles 45
  latest 8419648998B dockerfiles 41
docker.io/puppet/puppetserver
  2.4.0 162394941B dockerfiles 15
  edge 336559705B dockerfiles 13
docker.io/pytorchignite/hvd-apex
  1.8.0-0.4.4 3912633431B dockerfiles 15
  latest 4912075263B dockerfiles 14
docker.io/pytorchignite/hvd-base
  1.6-0.4.1 2100386500B dockerfiles 13
  latest 4882648156B dockerfiles 12
docker.io/pytorchignite/msdp-apex
  1.6.0-0.4.2 4234168253B dockerfiles 21
  latest 10173017029B dockerfiles 23
quay.io/bgruening/galaxy
  19.09 608609022B dockerfiles 32
  master 687458240B dockerfiles 30
quay.io/centerforopenscience/sharejs
  develop-arm64 265449553B dockerfiles 13
  latest 265134696B dockerfiles 11
quay.io/centos/centos
  5 87342331B dockerfiles 1
  centos8.3.2011 75181999B dockerfiles 1
quay.io/centos7/s2i-core-centos7
  2020-11-24T10_35_39_01_00-f7cfc3d 86336965B dockerfiles 4
  f2c83a27f0922267a8934a28569441e4d15b662c 89387224B dockerfiles 2
quay.io/comparative-genomics-toolkit/ubuntu
  18.04 26700706B dockerfiles 1
  22.04 30423715B dockerfiles 1
quay.io/freedesktop.org/ci-templates
  buildah-aarch64-2020-10-30.1 151156635B dockerfiles 2
  qemu-base-x86_64-2024-01-31.0 422606503B dockerfiles 3
quay.io/libpod/podman_python
  latest 22870023B dockerfiles 2
quay.io/pypa/manylinux1_x86_64
  2020-01-31-d8fa357 345289483B dockerfiles 4
  latest 424022667B dockerfiles 4
quay.io/qiime2/core
  2.0.6 1286364294B dockerfiles 8
  latest 2196901614B dockerfiles 17
quay.io/quarkus/quarkus-distroless-image
  20.3-java11 8683982B dockerfiles 4
  2.0-arm64 9211641B dockerfiles 17
quay.io/quarkus/quarkus-micro-image
  1.0 11416583B dockerfiles 5
  2.0-arm64 10163333B dockerfiles 4
quay.io/stimela/ddfacet
  0.3.2dev 711571372B dockerfiles 13
  1.7.1 2793027549B dockerfiles 42
quay.io/vektorcloud/base
  3.12 4268182B dockerfiles 2
  3.16 5192835B dockerfiles 2
quay.io/vektorcloud/openjdk
  latest 36841903B dockerfiles 4
quay.io/vgteam/dind
  latest 214153907B dockerfiles 9
  master 214153907B dockerfiles 9
docker.io/library/rails
  4 319050239B dockerfiles 11
  onbuild 294550822B dockerfiles 12
docker.io/library/rakudo-star
  2016.07 122938694B dockerfiles 5
  2017.04 128438657B dockerfiles 5
docker.io/rayyildiz/base
  latest 8762946B dockerfiles 7
  v3.4 8762946B dockerfiles 7
docker.io/rayyildiz/java
  jre8 80982257B dockerfiles 6
  latest 80982257B dockerfiles 6
docker.io/razonyang/hugo
  0.111.0 223993980B dockerfiles 9
  reg-base-0.111.3 33973576B dockerfiles 5
docker.io/redhat/ubi9
  9.0.0-1468-source 496160898B dockerfiles 135
  9.4-947.1714667021-source 646331429B dockerfiles 138
docker.io/redhat/ubi9-minimal
  9.0.0-1471-source 386747817B dockerfiles 104
  9.4-949.1716471857-source 348381199B dockerfiles 91
docker.io/redis/redis-stack-server
  6.2.0 191359333B dockerfiles 11
  7.2.0-v10-x86_64 266155637B dockerfiles 13
registry.access.redhat.com/jboss-eap-7/eap71-openshift
  1.1-7 386625581B dockerfiles 6
  1.2-7 413515037B dockerfiles 6
registry.access.redhat.com/rhel7
  7.1-4 55046581B dockerfiles 1
  7.9-702.1655292978-source 519380715B dockerfiles 132
registry.access.redhat.com/ubi7/ubi
  7.7-358-source 511748319B dockerfiles 130
  7.9-712.1655292974-source 519076026B dockerfiles 131
registry.access.redhat.com/ubi8/openjdk-17
  1.10-4-source 626536700B dockerfiles 163
  1.16-1.1687182768-source 611622666B dockerfiles 155
registry.access.redhat.com/ubi9-minimal
  9.0.0-1471-source 386747817B dockerfiles 104
  9.3-1361-source 326995144B dockerfiles 88
registry.access.redhat.com/ubi9/ubi
  9.0.0-1468-source 496160898B dockerfiles 135
  9.2-755.1696514207-source 495661146B dockerfiles 135
registry.fedoraproject.org/fedora-minimal
  30-armhfp 38043742B dockerfiles 1
  40-x86_64 48766788B dockerfiles 1
registry.gitlab.com/project-dare/dare-bdi/specfem3d
  latest 9201377B dockerfiles 3
  test 10384019B dockerfiles 3
registry.gitlab.com/project-dare/dare-platform/specfem3d
  latest 20972073B dockerfiles 4
  debug 21300432B dockerfiles 4
registry.opensource.zalan.do/stups/ubuntu
  16.04-30 67201837B dockerfiles 14
  18.04.3-20 47015132B dockerfiles 5
registry.suse.com/bci/bci-base
  15.3.17.14.5 45394009B dockerfiles 1
docker.io/restic/restic
  0.8.1 7395619B dockerfiles 3
  0.15.2 14523454B dockerfiles 3
docker.io/retgits/goc
  1.0.2 128599365B dockerfiles 7
  1.0.3-1 144942687B dockerfiles 7
docker.io/retgits/jfrog-cli
  1.23.2 130795805B dockerfiles 7
  1.26.0-alpine 22503813B dockerfiles 3
docker.io/library/rethinkdb
  2.3.3 75962538B dockerfiles 11
  2.3.5 77930709B dockerfiles 5
docker.io/rickydunlop/nodejs-ffmpeg
  latest 55056176B dockerfiles 5
  onbuild 72801669B dockerfiles 5
docker.io/rlister/ruby
  2.3.1 189067683B dockerfiles 6
  2.5.0 190656456B dockerfiles 5
docker.io/robbertkl/base-s6
  latest 104061947B dockerfiles 10
docker.io/rocker/geospatial
  3.3 1138541710B dockerfiles 12
  4.2.1-ubuntugis 1724741694B dockerfiles 12
docker.io/rocker/r-base
  3.6.3 297036249B dockerfiles 6
  latest 370591718B dockerfiles 6
docker.io/rocker/r-ver
  devel-san 1019598170B dockerfiles 2
  4.0.0-ubuntu18.04 311465331B dockerfiles 5
docker.io/rocker/ropensci
  3.4.0 1841653251B dockerfiles 11
  latest 2002550776B dockerfiles 12
docker.io/rocker/rstudio
  testing 371702354B dockerfiles 8
  4.0.0-ubuntu18.04 551816820B dockerfiles 7
docker.io/rocker/tidyverse
  3.3.1 585079486B dockerfiles 10
  4.0.0-ubuntu18.04 723628029B dockerfiles 8
docker.io/rockylinux/rockylinux
  8.4-rc1 84302598B dockerfiles 1
  8.6.20220515-minimal-x86_64 38903879B dockerfiles 1
docker.io/rocm/dev-ubuntu-22.04
  5.3 1617952530B dockerfiles 4
  6.1.1_hip_update 1107469300B dockerfiles 5
docker.io/romeoz/docker-phpfpm
  5.4 81053326B dockerfiles 12
  latest 86486989B dockerfiles 11
docker.io/roribio16/alpine-sqs
  1.0.0 127308387B dockerfiles 6
  latest 134338980B dockerfiles 6
docker.io/rsmmr/clang
  6.0 279031441B dockerfiles 8
  latest 797788967B dockerfiles 8
docker.io/rsrchboy/perl-v5.16
  latest 229301868B dockerfiles 17
docker.io/rstudio/plumber
  latest 393105014B dockerfiles 11
  v1.2.0 393105014B dockerfiles 11
docker.io/rustembedded/cross
  aarch64-linux-android-0.1.15 326250127B dockerfiles 16
  x86_64-unknown-netbsd 610275289B dockerfiles 12
docker.io/rvernica/django
  latest 43179777B dockerfiles 3
  python3-onbuild 29310177B dockerfiles 4
docker.io/s390x/golang
  1-jessie 233010681B dockerfiles 7
  1-alpine3.17 69680135B dockerfiles 4
docker.io/sagebind/nginx
  latest 2946640B dockerfiles 5
docker.io/sagemath/sagemath
  7.0 659686906B dockerfiles 10
  10.4.beta5 1171660074B dockerfiles 9
docker.io/sahanp465/multipy
  latest 7776161583B dockerfiles 14
docker.io/sameersbn/squid
  3.3.8-15 75316854B dockerfiles 9
  latest 60238154B dockerfiles 7
docker.io/scottw/alpine-perl
  5.24.1 71205509B dockerfiles 6
  latest 99713767B dockerfiles 6
docker.io/scrapinghub/java
  7 240202487B dockerfiles 11
  11_20240109 444637195B dockerfiles 7
docker.io/scrapinghub/splash
  tmp-splash-sendkeys 207649627B dockerfiles 8
  master 681036809B dockerfiles 26
docker.io/sebgod/mercury
  latest 182770427B dockerfiles 4
docker.io/semagrow/virtuoso
  bench 190400770B dockerfiles 9
  xearth 179711788B dockerfiles 9
docker.io/sherlockpipe/sherlockpipe
  0.13.6 2460909822B dockerfiles 6
  latest 8004349052B dockerfiles 20
docker.io/shimizukawa/python-all
  ubuntu-12.04 161884872B dockerfiles 10
  latest 186366329B dockerfiles 8
docker.io/shurshun/openresty
  latest 52976854B dockerfiles 7
docker.io/silkeh/clang
  3 304206944B dockerfiles 3
  dev-unstable 424091444B dockerfiles 3
docker.io/sitback/base
  ubuntu-16.04 346837849B dockerfiles 23
  ubuntu-22.04 212074782B dockerfiles 8
docker.io/sitback/node
  base 357701153B dockerfiles 29
  ember_node_9x 580910687B dockerfiles 37
docker.io/sitback/php
  7.0 460759725B dockerfiles 38
  8.2 391786499B dockerfiles 25
docker.io/sitespeedio/browsers
  4.0 513872529B dockerfiles 10
docker.io/sitespeedio/visualmetrics
  4.0 296494858B dockerfiles 6
docker.io/slicer/slicer-base
  qt4-centos5-20180328 735198112B dockerfiles 10
  latest 1176422783B dockerfiles 8
docker.io/smebberson/alpine-apache
  2.0.1 7791493B dockerfiles 7
docker.io/smebberson/alpine-consul
  3.0.0 12564195B dockerfiles 6
  latest 22225258B dockerfiles 5
docker.io/smebberson/alpine-consul-apache
  2.0.0 18006038B dockerfiles 10
  latest 18006029B dockerfiles 10
docker.io/smebberson/alpine-consul-base
  4.0.0 16084807B dockerfiles 9
  latest 25003180B dockerfiles 8
docker.io/smebberson/alpine-nodejs
  4.0.0 37146186B dockerfiles 5
  latest 50512771B dockerfiles 5
docker.io/smebberson/alpine-openjdk
  2.0.0 56113633B dockerfiles 5
  latest 56113631B dockerfiles 5
docker.io/snakeego/cython
  2.7 41348745B dockerfiles 4
  latest 41659868B dockerfiles 5
docker.io/socrata/base-focal
  ecs 231765717B dockerfiles 16
  latest 231755118B dockerfiles 16
docker.io/socrata/runit-focal
  latest 378456508B dockerfiles 19
docker.io/solsson/kafka
  0.10.0.1 269743789B dockerfiles 9
  3.0.0-zookeeper-server-start 171147708B dockerfiles 9
docker.io/solsson/kafka-jre
  slim-beta 83319407B dockerfiles 3
  latest 84591229B dockerfiles 3
docker.io/stakater/gradle
  3.5-alpine 143199975B dockerfiles 7
  latest 143199783B dockerfiles 7
docker.io/stakater/java
  latest 319483304B dockerfiles 19
  oracle-6 217531344B dockerfiles 17
docker.io/stakater/nginx
  latest 151501989B dockerfiles 18
docker.io/staphb/kraken
  1.0 3330901816B dockerfiles 10
  1.1.1-no-db 126394327B dockerfiles 8
docker.io/staphb/mlst
  2.16.2 120136009B dockerfiles 7
  2.23.0-2024-01 124075553B dockerfiles 8
docker.io/staphb/prokka
  1.13 807892913B dockerfiles 10
  latest 845715485B dockerfiles 10
docker.io/staphb/salmid
  0.1.23 239587435B dockerfiles 7
  latest 239831001B dockerfiles 7
docker.io/staphb/seqtk
  1.3 88608069B dockerfiles 6
  latest 31129408B dockerfiles 4
docker.io/staphb/shovill
  1.0.4 519424028B dockerfiles 20
  latest 517348041B dockerfiles 20
docker.io/staphb/skesa
  2.3.0 67575079B dockerfiles 6
  2.4.0 57878631B dockerfiles 6
docker.io/stellargroup/build_env
  debian_clang 542837624B dockerfiles 3
  latest 830415870B dockerfiles 8
docker.io/stilliard/pure-ftpd
  jessie-latest 191386205B dockerfiles 15
  latest 59304378B dockerfiles 10
docker.io/stillwater/universal
  clang14.builder 1549626476B dockerfiles 9
  v3.76 140996255B dockerfiles 9
docker.io/stimela/astropy
  0.2.3 458999176B dockerfiles 14
  1.2.4 457815672B dockerfiles 19
docker.io/stimela/base
  0.2.3 215551402B dockerfiles 12
  1.6.6 360615358B dockerfiles 21
docker.io/stimela/cubical
  0.3.1 712906426B dockerfiles 18
  1.5.8-iss93 821515965B dockerfiles 23
docker.io/su2code/build-su2
  20191029 234614015B dockerfiles 6
  latest 234694869B dockerfiles 6
docker.io/sunteya/passenger
  20160118-ruby22 281026273B dockerfiles 32
  2023-06-28-ruby32 619568672B dockerfiles 39
docker.io/supermina999/alpine-kotlin
  latest 100829018B dockerfiles 4
docker.io/sxscollaboration/spectre
  ci 1133148777B dockerfiles 28
  dev 942839512B dockerfiles 25
docker.io/tarampampam/node
  4.8-alpine 25652853B dockerfiles 4
  8.8-alpine 35548400B dockerfiles 4
docker.io/library/telegraf
  1.0.0-beta1-alpine 9047057B dockerfiles 3
  1.2.1 83945336B dockerfiles 10
docker.io/telemark/docker-node-unoconv
  1.0.0 377445007B dockerfiles 9
  latest 443597724B dockerfiles 6
docker.io/teracy/angular-cli
  1.0.0-beta.26 400577795B dockerfiles 12
  latest 618285982B dockerfiles 14
docker.io/texastribune/workshop
  latest 339476685B dockerfiles 15
docker.io/tgbyte/ubuntu
  20.04-amd64 35328658B dockerfiles 2
  20.04-arm64 32694720B dockerfiles 2
docker.io/thelounge/thelounge
  3.0.0-pre.5 280808229B dockerfiles 10
  4.3.0-pre.4-alpine 74005710B dockerfiles 6
docker.io/tommylau/java
  1.8 468832581B dockerfiles 7
docker.io/toolboc/jetson-nano-l4t-cuda
  latest 1613474098B dockerfiles 11
docker.io/toolboc/jetson-nano-l4t-cuda-cudnn-opencv
  latest 2467796022B dockerfiles 19
docker.io/toolboc/jetson-nano-l4t-cuda-cudnn-opencv-darknet
  latest 2524588662B dockerfiles 22
docker.io/trestletech/plumber
  68 343597057B dockerfiles 9
  latest 396899969B dockerfiles 8
docker.io/trinityctat/fusioninspector
  2.0.0 837235887B dockerfiles 29
  latest 1416389510B dockerfiles 34
docker.io/trivialis/kafka
  1.1.0 109704017B dockerfiles 6
docker.io/tutum/ngrok
  latest 291475551B dockerfiles 9
docker.io/twistedogic/keras
  latest 300799468B dockerfiles 18
docker.io/udacity/swift-base
  af9fb22 70696039B dockerfiles 7
  latest 70696039B dockerfiles 7
docker.io/uetchy/ml
  base 4371500102B dockerfiles 20
  tensorflow 5097997242B dockerfiles 22
us-central1-docker.pkg.dev/tpu-pytorch-releases/docker/development
  3.8_tpuvm 1318642887B dockerfiles 12
  tpu 1477373220B dockerfiles 12
us-docker.pkg.dev/gce-ai-infra/gpudirect-tcpx/nccl-plugin-gpudirecttcpx
  no-new-use-public-image-3b2b76fbd33ace1dc140b0b90d6201144b653095f067470a350fba79f6107d15 3588739120B dockerfiles 53
  v3.1.10 5116724843B dockerfiles 73
docker.io/library/vault
  v0.6.0 14258210B dockerfiles 4
  0.8.0-rc1 18535291B dockerfiles 5
vault.habana.ai/gaudi-docker/1.15.0/ubuntu22.04/habanalabs/pytorch-installer-2.2.0
  1.15.0-479 1961307163B dockerfiles 16
  latest 1961307163B dockerfiles 16
docker.io/viime/opencpu-base
  1.0.0 574526237B dockerfiles 19
  latest 635902930B dockerfiles 38
docker.io/vimagick/ffmpeg
  latest 29886643B dockerfiles 3
docker.io/vimagick/python
  2 20598276B dockerfiles 2
  latest 25914241B dockerfiles 2
docker.io/vinta/ubuntu
  12.04 40028420B dockerfiles 12
  18.04 33763127B dockerfiles 6
docker.io/webdevops/apache
  alpine-3 23200044B dockerfiles 7
  alpine 39234118B dockerfiles 8
docker.io/webratio/ant
  1.10.1 494506776B dockerfiles 7
docker.io/webratio/groovy
  2.4.4_java8 864258979B dockerfiles 19
docker.io/webratio/nodejs-with-android-sdk
  4.4.1 1467124429B dockerfiles 13
  16_sdk-33 1009000436B dockerfiles 7
docker.io/wurstmeister/kafka
  0.10.0.1 113377232B dockerfiles 8
  2.13-2.7.0 214458622B dockerfiles 5
docker.io/xtreemfs/xtreemfs-common
  latest 450081535B dockerfiles 9
docker.io/yaronr/debian-jessie
  latest 72006151B dockerfiles 3
docker.io/yaronr/debian-wheezy
  latest 61782514B dockerfiles 4
docker.io/yaronr/openjdk-7-jre
  latest 104025800B dockerfiles 4
docker.io/yegor256/rultor-image
  1.0 1709115203B dockerfiles 29
  latest 4382953482B dockerfiles 27
docker.io/ziyunhx/base
  latest 179110249B dockerfiles 10
  master 179110456B dockerfiles 10
docker.io/library/zookeeper
  3.4.9 79612229B dockerfiles 7
docker.io/zooniverse/nginx
  certbot-renew 143834377B dockerfiles 12
  latest 56722888B dockerfiles 10
docker.io/zopanix/casperjs
  1.1.3 144380677B dockerfiles 7
  latest 146727622B dockerfiles 7
`;
